import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { AccountDialog, type AccountStart } from './account-dialog.tsx'

beforeEach(stubBrowserApis)

const REQUEST = 'POST /api/auth/request-password-reset'
const RESET = 'POST /api/auth/reset-password'
const DONE: PageResponse = { body: { status: true } }

function openDialog(routes: Record<string, PageResponse>, start: AccountStart = 'log-in') {
  const requests = serveApi(routes)
  render(
    <AccountDialog
      start={start}
      onClose={vi.fn<() => void>()}
      onSignedIn={() => Promise.resolve()}
    />,
  )
  return { user: userEvent.setup(), requests }
}

const press = (name: string) => screen.getByRole('button', { name })
const email = () => screen.getByLabelText<HTMLInputElement>('Email')

test('a forgotten password is one step from the log-in, and the email comes along', async () => {
  const { user, requests } = openDialog({ [REQUEST]: DONE })
  await user.type(email(), 'ada@example.com')
  await user.click(press('Forgot password?'))
  expect(email().value).toBe('ada@example.com')
  await user.click(press('Send the Link'))
  expect(await screen.findByRole('dialog', { name: 'Check Your Mail' })).toBeDefined()
  expect(requests).toMatchObject([{ route: REQUEST, body: { email: 'ada@example.com' } }])
})

test('the answer is the same for each address, and says how long the link works', async () => {
  const { user } = openDialog({ [REQUEST]: DONE })
  await user.click(press('Forgot password?'))
  await user.type(email(), 'nobody@example.com')
  await user.click(press('Send the Link'))
  expect((await screen.findByRole('status')).textContent).toBe(
    'If there is an account for this address, a mail with a link is on its way. It works for ten minutes.',
  )
  expect(document.activeElement?.textContent).toContain('If there is an account')
  await user.click(press('Use another address'))
  expect(email().value).toBe('nobody@example.com')
})

test('without an email nothing is asked for', async () => {
  const { user, requests } = openDialog({ [REQUEST]: DONE })
  await user.click(press('Forgot password?'))
  await user.click(press('Send the Link'))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your email.')
  expect(requests).toEqual([])
})

test("the server's refusal is shown, and the way back stays open", async () => {
  const sentence = 'Too many tries. Please wait a minute.'
  const { user } = openDialog({ [REQUEST]: refusal('resource-exhausted', sentence, 429) })
  await user.click(press('Forgot password?'))
  await user.type(email(), 'ada@example.com')
  await user.click(press('Send the Link'))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  await user.click(press('Back to log in'))
  expect(screen.getByRole('dialog', { name: 'Log In' })).toBeDefined()
})

const LINK: AccountStart = { kind: 'reset-password', token: 'token-1' }

test('the mailed link leads to a new password, and from there to the log-in', async () => {
  const { user, requests } = openDialog({ [RESET]: DONE }, LINK)
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  expect(document.activeElement).toBe(field)
  expect(field.autocomplete).toBe('new-password')
  await user.type(field, 'a better password{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Log In' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe(
    'Your password is changed. Log in with the new one.',
  )
  expect(requests).toMatchObject([
    { route: RESET, body: { token: 'token-1', newPassword: 'a better password' } },
  ])
})

test('an old link says so and leads to a new one', async () => {
  const old: PageResponse = {
    status: 400,
    body: { code: 'INVALID_TOKEN', message: 'This link is old, or was used already.' },
  }
  const { user } = openDialog({ [RESET]: old }, LINK)
  await user.type(screen.getByLabelText('New password'), 'a better password{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is old, or was used already.',
  )
  await user.click(press('Get a new link'))
  expect(screen.getByRole('dialog', { name: 'Reset Password' })).toBeDefined()
})

test('a password that the server refuses may be chosen again', async () => {
  const sentence = 'This password is among the most used ones. Please choose another.'
  const { user } = openDialog({ [RESET]: refusal('invalid-argument', sentence) }, LINK)
  await user.type(screen.getByLabelText('New password'), 'password{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.queryByRole('button', { name: 'Get a new link' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('password')
})
