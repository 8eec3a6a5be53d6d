import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserApis, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { YourAccount } from '../your-account/your-account.tsx'

beforeEach(stubBrowserApis)

const SESSION = 'GET /api/auth/get-session'
const ENABLE = 'POST /api/auth/two-factor/enable'
const VERIFY = 'POST /api/auth/two-factor/verify-totp'
const RENEW = 'POST /api/auth/two-factor/generate-backup-codes'
const DISABLE = 'POST /api/auth/two-factor/disable'
const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const SET_UP: PageResponse = {
  body: {
    totpURI: `otpauth://totp/Donation%20Royale:ada%40example.com?secret=${KEY}&issuer=Donation%20Royale`,
    backupCodes: ['abcde-fghij', 'klmno-pqrst'],
  },
}

async function openSection(isOn: boolean, routes: Record<string, PageResponse>) {
  let twoFactorEnabled = isOn
  const user = { id: 'u1', email: 'ada@example.com', emailVerified: true }
  const requests = serveApi({
    ...routes,
    [SESSION]: () => ({ body: { session: { id: 's1' }, user: { ...user, twoFactorEnabled } } }),
    ...(routes[VERIFY] === undefined && {
      [VERIFY]: () => {
        twoFactorEnabled = true
        return { body: { user } }
      },
    }),
    [DISABLE]: () => {
      twoFactorEnabled = false
      return { body: { status: true } }
    },
  })
  render(<YourAccount onClose={() => {}} />)
  const visitor = userEvent.setup()
  await visitor.click(await screen.findByRole('button', { name: /^Second factor/ }))
  return { user: visitor, requests }
}

const press = (name: string) => screen.getByRole('button', { name })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const state = () => screen.getByRole('button', { name: /^Second factor/ }).textContent

async function setUp(routes: Record<string, PageResponse> = {}) {
  const opened = await openSection(false, { [ENABLE]: SET_UP, ...routes })
  await opened.user.type(field('Current password'), 'long enough{Enter}')
  await screen.findByLabelText('Six-digit code')
  return opened
}

test('the key for the app is a QR code and a text that can be typed or copied', async () => {
  const { user } = await setUp()
  const picture = await screen.findByRole('img', {
    name: 'QR code with the key for your authenticator app',
  })
  expect(picture.getAttribute('src')).toMatch(/^data:image\/svg/)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined()
  await user.click(press('Copy the key'))
  expect(await navigator.clipboard.readText()).toBe(KEY)
  expect(screen.getByText('Copied')).toBeDefined()
})

test('a first code turns it on; then the recovery codes are shown, once', async () => {
  const { user, requests } = await setUp()
  expect(state()).toContain('Off')
  await user.type(field('Six-digit code'), '123456{Enter}')
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(list.textContent).toBe('abcde-fghijklmno-pqrst')
  expect(document.activeElement?.textContent).toContain('Save these recovery codes.')
  expect(requests).toContainEqual(
    expect.objectContaining({ route: VERIFY, body: { code: '123456' } }),
  )
  await user.click(press('I Have Saved Them'))
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
  expect(document.activeElement?.textContent).toBe(
    'Your second factor is on. Logging in asks for a code from now on.',
  )
  expect(state()).toContain('On')
})

test('recovery codes can be copied and kept as a file', async () => {
  const { user } = await setUp()
  await user.type(field('Six-digit code'), '123456{Enter}')
  await screen.findByRole('list', { name: 'Recovery codes' })
  await user.click(press('Copy'))
  expect(await navigator.clipboard.readText()).toBe('abcde-fghij\nklmno-pqrst\n')
  const kept: Blob[] = []
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${kept.push(file)}`,
    revokeObjectURL: () => {},
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  await user.click(press('Download'))
  expect(await kept[0]?.text()).toBe('abcde-fghij\nklmno-pqrst\n')
  expect(names).toEqual(['donation-royale-recovery-codes.txt'])
})

test('a first code that is wrong turns nothing on', async () => {
  const wrong = { code: 'INVALID_CODE', message: 'This code is not right.' }
  const { user } = await setUp({ [VERIFY]: { status: 401, body: wrong } })
  await user.type(field('Six-digit code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This code is not right.')
  expect(state()).toContain('Off')
})

test('an email that is not confirmed yet is told before anything is set up', async () => {
  const sentence = 'Confirm your email first.'
  const { user } = await openSection(false, {
    [ENABLE]: {
      status: 409,
      body: {
        error: {
          code: 'failed-precondition',
          message: sentence,
          reason: 'EMAIL_NOT_CONFIRMED',
          requestId: 'r1',
        },
      },
    },
  })
  await user.type(field('Current password'), 'long enough{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})

test('new recovery codes need both factors', async () => {
  const { user, requests } = await openSection(true, {
    [RENEW]: { body: { backupCodes: ['uvwxy-zabcd'] } },
  })
  await user.click(press('Get new recovery codes'))
  expect(document.activeElement).toBe(field('Current password'))
  await user.type(field('Current password'), 'long enough')
  await user.type(field('Six-digit code'), '123456{Enter}')
  expect(await screen.findByText('uvwxy-zabcd')).toBeDefined()
  expect(requests.at(-1)).toMatchObject({
    route: RENEW,
    body: { password: 'long enough', code: '123456' },
  })
})

test('turning it off needs both factors, and can be cancelled', async () => {
  const { user, requests } = await openSection(true, {})
  await user.click(press('Turn the second factor off'))
  await user.click(press('Cancel'))
  expect(document.activeElement).toBe(press('Get new recovery codes'))
  await user.click(press('Turn the second factor off'))
  await user.type(field('Current password'), 'long enough')
  await user.type(field('Six-digit code'), '123456{Enter}')
  expect(await screen.findByText('Your second factor is off.')).toBeDefined()
  await waitFor(() => expect(state()).toContain('Off'))
  expect(requests).toContainEqual(
    expect.objectContaining({ route: DISABLE, body: { password: 'long enough', code: '123456' } }),
  )
})
