import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserApis, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { AccountDialog } from '../log-in/account-dialog.tsx'
import { YourAccount } from './your-account.tsx'

const REGISTER = 'POST /api/auth/passkey/generate-register-options'
const ADD = 'POST /api/auth/passkey/verify-registration'
const CHALLENGE = 'POST /api/auth/passkey/generate-authenticate-options'
const LOG_IN = 'POST /api/auth/passkey/verify-authentication'
const REMOVE = 'POST /api/auth/passkey/delete-passkey'
const PHONE = { id: 'p1', name: 'Safari on iPhone', createdAt: '2026-11-02T10:00:00.000Z' }

/** A device that creates and shows passkeys, as far as jsdom allows. */
class DeviceCredential {
  static parseCreationOptionsFromJSON = (options: object) => options
  static parseRequestOptionsFromJSON = (options: object) => options
  toJSON() {
    return { id: 'credential-1' }
  }
}

type Device = () => Promise<unknown>

function plugIn(device: Device): void {
  vi.stubGlobal('PublicKeyCredential', DeviceCredential)
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: device, get: device },
  })
}

const unlocked: Device = () => Promise.resolve(new DeviceCredential())
const refusing = (name: string) => () => Promise.reject(new DOMException('Refused.', name))

beforeEach(() => {
  stubBrowserApis()
  vi.stubGlobal('PublicKeyCredential', undefined)
})

async function openSection(passkeys: object[], routes: Parameters<typeof serveApi>[0] = {}) {
  const requests = serveApi({
    'GET /api/auth/get-session': {
      body: {
        session: { id: 's1' },
        user: { id: 'u1', email: 'ada@example.com', emailVerified: true, twoFactorEnabled: false },
      },
    },
    'GET /api/auth/passkey/list-user-passkeys': () => ({ body: { passkeys } }),
    [REGISTER]: { body: { challenge: 'c' } },
    ...routes,
  })
  render(<YourAccount onClose={() => {}} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Passkeys' }))
  await screen.findByText(/^A passkey logs you in/)
  return { user, requests }
}

const press = (name: string) => screen.getByRole('button', { name })
const password = () => screen.getByLabelText('Current password')

test('a passkey is added with the current password, and named by the browser', async () => {
  plugIn(unlocked)
  const { user, requests } = await openSection([], { [ADD]: { body: { id: 'p1' } } })
  await user.click(press('Add a passkey'))
  expect(document.activeElement).toBe(password())
  await user.type(password(), 'long enough{Enter}')
  expect(await screen.findByText('Your passkey is ready. You can log in with it.')).toBeDefined()
  expect(requests).toContainEqual(
    expect.objectContaining({ route: REGISTER, body: { password: 'long enough' } }),
  )
  expect(requests).toContainEqual(
    expect.objectContaining({
      route: ADD,
      body: { response: { id: 'credential-1' }, name: expect.any(String) },
    }),
  )
})

test.each([
  ['NotAllowedError', 'No passkey was used: it was cancelled, or took too long. Please try again.'],
  ['InvalidStateError', 'This device has a passkey for your account already.'],
  ['SecurityError', 'This browser cannot use a passkey here. Please log in with your password.'],
])('a device that refuses with %s is explained', async (name, sentence) => {
  plugIn(refusing(name))
  const { user } = await openSection([])
  await user.click(press('Add a passkey'))
  await user.type(password(), 'long enough{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})

test('a passkey is removed with the current password', async () => {
  plugIn(unlocked)
  const { user, requests } = await openSection([PHONE], { [REMOVE]: { body: { status: true } } })
  expect(screen.getByRole('listitem').textContent).toMatch(
    /^Safari on iPhoneAdded Nov 2(, \d{4})?Remove/,
  )
  await user.click(press('Remove Safari on iPhone'))
  await user.type(password(), 'long enough{Enter}')
  expect(await screen.findByText('Safari on iPhone is removed.')).toBeDefined()
  expect(requests).toContainEqual(
    expect.objectContaining({ route: REMOVE, body: { id: 'p1', password: 'long enough' } }),
  )
})

test('a host logs in with the passkey too, where the password is not enough', async () => {
  plugIn(unlocked)
  const shown: string[] = []
  const { user } = await openSection([PHONE], {
    [CHALLENGE]: { body: { challenge: 'c' } },
    [LOG_IN]: () => {
      shown.push('passkey')
      return { body: { user: { id: 'u1' } } }
    },
    [REMOVE]: () =>
      shown.length > 0
        ? { body: { status: true } }
        : {
            status: 403,
            body: {
              error: {
                code: 'permission-denied',
                message: 'Show your second factor again.',
                requestId: 'r1',
                reason: 'SECOND_FACTOR_STALE',
              },
            },
          },
  })
  await user.click(press('Remove Safari on iPhone'))
  await user.type(password(), 'long enough{Enter}')
  expect(await screen.findByText('Safari on iPhone is removed.')).toBeDefined()
  expect(shown).toEqual(['passkey'])
})

test('a browser without passkeys says so, and still removes them', async () => {
  await openSection([PHONE])
  expect(screen.getByText('This browser knows no passkeys.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(press('Remove Safari on iPhone')).toBeDefined()
})

function openLogIn(routes: Record<string, PageResponse>) {
  const requests = serveApi({ [CHALLENGE]: { body: { challenge: 'c' } }, ...routes })
  const onClose = vi.fn<() => void>()
  render(<AccountDialog onClose={onClose} onSignedIn={() => Promise.resolve()} />)
  return { user: userEvent.setup(), requests, onClose }
}

test('a passkey logs in without email and password', async () => {
  plugIn(unlocked)
  const { user, requests, onClose } = openLogIn({ [LOG_IN]: { body: { user: { id: 'u1' } } } })
  await user.click(press('Use a passkey'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests.at(-1)).toMatchObject({
    route: LOG_IN,
    body: { response: { id: 'credential-1' } },
  })
})

test("a passkey that is not known is told in the server's words", async () => {
  plugIn(unlocked)
  const { user, onClose } = openLogIn({
    [LOG_IN]: {
      status: 401,
      body: { code: 'PASSKEY_NOT_FOUND', message: 'This passkey belongs to no account.' },
    },
  })
  await user.click(press('Use a passkey'))
  expect((await screen.findByRole('alert')).textContent).toBe('This passkey belongs to no account.')
  expect(onClose).not.toHaveBeenCalled()
})

test('a browser without passkeys does not offer them', () => {
  openLogIn({})
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})
