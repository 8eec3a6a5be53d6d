import { render, screen, within, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { YourAccount } from './your-account.tsx'

beforeEach(stubBrowserApis)

const SESSION = 'GET /api/auth/get-session'
const SEND = 'POST /api/auth/send-verification-email'
const CHANGE_EMAIL = 'POST /api/auth/change-email'
const CHANGE_PASSWORD = 'POST /api/auth/change-password'
const SESSIONS = 'GET /api/auth/list-sessions'
const END = 'POST /api/auth/revoke-session'
const END_OTHERS = 'POST /api/auth/revoke-other-sessions'
const DONE: PageResponse = { body: { status: true } }

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'

function buildAccount(changes: object = {}): PageResponse {
  const user = { id: 'u1', email: 'ada@example.com', emailVerified: true, twoFactorEnabled: false }
  return { body: { session: { id: 's1' }, user: { ...user, ...changes } } }
}

function buildSession(id: string, changes: object = {}) {
  const lastUsedAt = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString()
  return { id, isCurrent: false, lastUsedAt, userAgent: FIREFOX, address: '192.0.2.1', ...changes }
}

type Routes = Parameters<typeof serveApi>[0]

async function openAccount(routes: Routes = {}) {
  const requests = serveApi({ [SESSION]: buildAccount(), ...routes })
  const onClose = vi.fn<() => void>()
  render(<YourAccount onClose={onClose} />)
  await screen.findByText('ada@example.com')
  return { user: userEvent.setup(), requests, onClose }
}

const section = (name: RegExp) => screen.getByRole('button', { name })
const press = (name: string) => screen.getByRole('button', { name })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('the account opens on a short list, in which one topic is open at a time', async () => {
  const { user } = await openAccount()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await user.click(section(/^Password/))
  expect(section(/^Password/).getAttribute('aria-expanded')).toBe('true')
  expect(field('New password')).toBeDefined()
  await user.click(section(/^Email/))
  expect(section(/^Password/).getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByLabelText('New password')).toBeNull()
})

test('an account that cannot be read says why, and is asked for again', async () => {
  const answers = [refusal('unavailable', 'The database is away.', 503), buildAccount()]
  serveApi({ [SESSION]: () => answers.shift() ?? 'unreachable' })
  render(<YourAccount onClose={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toBe('The database is away.')
  await userEvent.setup().click(press('Try again'))
  expect(await screen.findByText('ada@example.com')).toBeDefined()
})

test('an email that is not confirmed can be sent its link again', async () => {
  const { user, requests } = await openAccount({
    [SESSION]: buildAccount({ emailVerified: false }),
    [SEND]: DONE,
  })
  await user.click(section(/^Email Not confirmed yet/))
  await user.click(press('Send the link again'))
  expect((await screen.findByRole('status')).textContent).toBe(
    'A new link is on its way to your mailbox.',
  )
  expect(requests.at(-1)?.route).toBe(SEND)
})

test('a confirmed email says so, and asks for nothing', async () => {
  const { user } = await openAccount()
  await user.click(section(/^Email Confirmed/))
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull()
})

test('a new email needs the current password, and takes effect by the link mailed there', async () => {
  const { user, requests } = await openAccount({ [CHANGE_EMAIL]: DONE })
  await user.click(section(/^Email/))
  await user.type(field('New email'), 'lovelace@example.com{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Please enter your current password.')
  await user.type(field('Current password'), 'long enough{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe(
    'Open the link in the mail to lovelace@example.com. Your email changes then.',
  )
  expect(requests.at(-1)).toMatchObject({
    route: CHANGE_EMAIL,
    body: { newEmail: 'lovelace@example.com', password: 'long enough' },
  })
})

test('a new password needs the current one, and tells that other browsers are logged out', async () => {
  const { user, requests } = await openAccount({ [CHANGE_PASSWORD]: DONE })
  await user.click(section(/^Password/))
  expect(field('Current password').autocomplete).toBe('current-password')
  expect(field('New password').autocomplete).toBe('new-password')
  await user.type(field('Current password'), 'long enough')
  await user.type(field('New password'), 'a better password{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe(
    'Your password is changed. All other browsers are logged out.',
  )
  expect(requests.at(-1)).toMatchObject({
    route: CHANGE_PASSWORD,
    body: { currentPassword: 'long enough', newPassword: 'a better password' },
  })
  expect([field('Current password').value, field('New password').value]).toEqual(['', ''])
})

test('a wrong current password is told, and nothing that was typed is lost', async () => {
  const wrong = { code: 'INVALID_PASSWORD', message: 'This is not your current password.' }
  const { user } = await openAccount({ [CHANGE_PASSWORD]: { status: 400, body: wrong } })
  await user.click(section(/^Password/))
  await user.type(field('Current password'), 'wrong')
  await user.type(field('New password'), 'a better password{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This is not your current password.')
  expect(field('New password').value).toBe('a better password')
})

test('the browsers are listed, and each of the others can be logged out', async () => {
  const others = [buildSession('s2')]
  const current = buildSession('s1', { isCurrent: true, userAgent: CHROME })
  const { user, requests } = await openAccount({
    [SESSIONS]: () => ({ body: { sessions: [current, ...others] } }),
    [END]: () => {
      others.pop()
      return DONE
    },
  })
  await user.click(section(/^Where you are logged in/))
  const [own, other] = await screen.findAllByRole('listitem')
  expect(own?.textContent).toBe('This browserChrome on Linux')
  expect(other?.textContent).toContain('Firefox on WindowsLast used 3 days ago')
  await user.click(press('Log out Firefox on Windows'))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(requests).toContainEqual(expect.objectContaining({ route: END, body: { id: 's2' } }))
  expect(document.activeElement?.textContent).toBe('Firefox on Windows is logged out.')
  expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull()
  expect(screen.getByText('No other logins.')).toBeDefined()
})

test('all others can be logged out at once', async () => {
  const current = buildSession('s1', { isCurrent: true, userAgent: CHROME })
  let sessions = [current, buildSession('s2'), buildSession('s3')]
  const { user } = await openAccount({
    [SESSIONS]: () => ({ body: { sessions } }),
    [END_OTHERS]: () => {
      sessions = [current]
      return DONE
    },
  })
  await user.click(section(/^Where you are logged in/))
  await user.click(await screen.findByRole('button', { name: 'Log out all others' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(within(screen.getByRole('listitem')).getByText('This browser')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('All other browsers are logged out.')
})

test('a list of browsers that cannot be read says why', async () => {
  const { user } = await openAccount({ [SESSIONS]: refusal('unavailable', 'Away.', 503) })
  await user.click(section(/^Where you are logged in/))
  expect((await screen.findByRole('alert')).textContent).toBe('Away.')
})
