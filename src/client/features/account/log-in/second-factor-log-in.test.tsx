import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserApis, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { AccountDialog } from './account-dialog.tsx'

beforeEach(stubBrowserApis)

const SIGN_IN = 'POST /api/auth/sign-in/email'
const APP_CODE = 'POST /api/auth/two-factor/verify-totp'
const RECOVERY_CODE = 'POST /api/auth/two-factor/verify-backup-code'
const CHALLENGE: PageResponse = { body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] } }
const WELCOME: PageResponse = { body: { user: { id: 'u1', email: 'ada@example.com' } } }

async function logIn(routes: Record<string, PageResponse>) {
  const requests = serveApi({ [SIGN_IN]: CHALLENGE, ...routes })
  const onClose = vi.fn<() => void>()
  const onSignedIn = vi.fn<() => Promise<void>>(() => Promise.resolve())
  render(<AccountDialog onClose={onClose} onSignedIn={onSignedIn} />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
  await screen.findByLabelText('Six-digit code')
  return { user, requests, onClose, onSignedIn }
}

const code = () => screen.getByLabelText<HTMLInputElement>('Six-digit code')

test('with a second factor the password alone does not log in', async () => {
  const { onClose, onSignedIn } = await logIn({})
  expect(screen.getByRole('dialog', { name: 'One More Step' })).toBeDefined()
  expect(document.activeElement).toBe(code())
  expect([code().autocomplete, code().inputMode]).toEqual(['one-time-code', 'numeric'])
  expect(onSignedIn).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

test('the code of the app completes the log-in, also with the space that apps show', async () => {
  const { user, requests, onClose, onSignedIn } = await logIn({ [APP_CODE]: WELCOME })
  await user.type(code(), '123 456{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onSignedIn).toHaveBeenCalledBefore(onClose)
  expect(requests.at(-1)).toMatchObject({ route: APP_CODE, body: { code: '123456' } })
})

test.each([
  ['', 'Please enter the six digits that your authenticator app shows.'],
  ['12345', 'The code has six digits. Your authenticator app shows a new one every 30 seconds.'],
])('a code like %j is not sent', async (typed, sentence) => {
  const { user, requests } = await logIn({})
  await user.type(code(), `${typed}{Enter}`)
  expect(screen.getByRole('alert').textContent).toBe(sentence)
  expect(requests).toHaveLength(1)
})

test('a wrong code is told, and may be corrected', async () => {
  const wrong: PageResponse = {
    status: 401,
    body: { code: 'INVALID_CODE', message: 'This code is not right. Please try the next one.' },
  }
  const { user } = await logIn({ [APP_CODE]: wrong })
  await user.type(code(), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This code is not right. Please try the next one.',
  )
  expect(code().value).toBe('123456')
})

test('a recovery code logs in without the phone', async () => {
  const { user, requests, onClose } = await logIn({ [RECOVERY_CODE]: WELCOME })
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  const field = screen.getByLabelText<HTMLInputElement>('Recovery code')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'abcde-fghij{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests.at(-1)).toMatchObject({ route: RECOVERY_CODE, body: { code: 'abcde-fghij' } })
})

test('the second step leads back to the password', async () => {
  const { user } = await logIn({})
  await user.click(screen.getByRole('button', { name: 'Back to log in' }))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
})
