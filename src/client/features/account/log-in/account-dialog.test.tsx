import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '#client/lib/session.ts'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { AccountDialog } from './account-dialog.tsx'

beforeEach(stubBrowserApis)

afterEach(() => {
  vi.restoreAllMocks()
})

const SIGN_IN = 'POST /api/auth/sign-in/email'
const SIGN_UP = 'POST /api/auth/sign-up/email'
const WELCOME = { body: { token: 't', user: { id: 'u1', email: 'ada@example.com' } } }

function openDialog(
  routes: Record<string, PageResponse> = {},
  start: 'log-in' | 'sign-up' = 'log-in',
) {
  const requests = serveApi(routes)
  const onClose = vi.fn<() => void>()
  const onSignedIn = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const onSignedUp = vi.fn<() => void>()
  render(<AccountDialog start={start} {...{ onClose, onSignedIn, onSignedUp }} />)
  return { user: userEvent.setup(), requests, onClose, onSignedIn, onSignedUp }
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
const submit = (name: string) => screen.getByRole('button', { name })

test('logging in and creating an account are one step apart, and say so', async () => {
  const { user } = openDialog()
  expect(screen.getByRole('dialog', { name: 'Log In' })).toBeDefined()
  expect(email().type).toBe('email')
  expect(password().autocomplete).toBe('current-password')

  await user.click(submit("Don't have an account? Sign up"))
  expect(screen.getByRole('dialog', { name: 'Create Account' })).toBeDefined()
  expect(password().autocomplete).toBe('new-password')
  expect(submit('Sign Up')).toBeDefined()

  await user.click(submit('Already have an account? Log in'))
  expect(submit('Log In')).toBeDefined()
})

test('browsers and password managers know what to fill in, and phones what to type', async () => {
  const { user } = openDialog()
  expect(email().closest('form')).toBe(password().closest('form'))
  expect([email().name, email().autocomplete, email().inputMode]).toEqual([
    'email',
    'username',
    'email',
  ])
  expect(password().name).toBe('password')
  await user.click(submit("Don't have an account? Sign up"))
  expect(email().autocomplete).toBe('email')
})

test('a password can be read while it is typed, and is hidden again before it is sent', async () => {
  const { user } = openDialog({ [SIGN_IN]: 'unreachable' })
  const show = () => screen.getByRole('button', { name: 'Show what is typed' })
  await user.type(email(), 'ada@example.com')
  await user.type(password(), 'long enough')
  expect(password().type).toBe('password')
  await user.click(show())
  expect([password().type, password().value]).toEqual(['text', 'long enough'])
  expect(show().getAttribute('aria-pressed')).toBe('true')
  await user.click(submit('Log In'))
  expect(password().type).toBe('password')
  await screen.findByRole('alert')
})

test('the password rule is stated before it can be broken', async () => {
  const { user } = openDialog()
  await user.click(submit("Don't have an account? Sign up"))
  const rule = document.getElementById(password().getAttribute('aria-describedby') ?? '')
  expect(rule?.textContent).toContain('At least 8 characters.')
})

test.each([
  ['', ''],
  ['ada@example.com', ''],
  ['', 'long enough'],
])('nothing is sent without both email and password (%j, %j)', async (address, secret) => {
  const { user, requests } = openDialog()
  if (address) await user.type(email(), address)
  if (secret) await user.type(password(), secret)
  await user.click(submit('Log In'))
  expect(screen.getByRole('alert').textContent).toBe('Please enter both email and password.')
  expect(requests).toEqual([])
})

test('after success the session is taken over, and the dialog closes', async () => {
  const { user, requests, onClose, onSignedIn, onSignedUp } = openDialog({ [SIGN_IN]: WELCOME })
  await user.type(email(), 'ada@example.com')
  await user.type(password(), 'long enough{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onSignedIn).toHaveBeenCalledBefore(onClose)
  expect(onSignedUp).not.toHaveBeenCalled()
  expect(requests).toMatchObject([
    { route: SIGN_IN, body: { email: 'ada@example.com', password: 'long enough' } },
  ])
})

const coded = (code: string) => ({ code, message: 'A sentence of the server.' })

const KNOWN: PageResponse = {
  status: 422,
  body: {
    code: 'USER_ALREADY_EXISTS',
    message: 'This email already has an account.',
  },
}

async function signUpWithKnownAddress(routes: Record<string, PageResponse> = {}) {
  const opened = openDialog({ [SIGN_UP]: KNOWN, ...routes }, 'sign-up')
  await opened.user.type(email(), 'ada@example.com')
  await opened.user.type(password(), 'long enough')
  await opened.user.click(submit('Sign Up'))
  await screen.findByRole('alert')
  return opened
}

test("a failure is told in the server's words, and all that was typed stays", async () => {
  const { onClose } = await signUpWithKnownAddress()
  expect(screen.getByRole('alert').textContent).toBe('This email already has an account.')
  expect([email().value, password().value]).toEqual(['ada@example.com', 'long enough'])
  expect(onClose).not.toHaveBeenCalled()
})

test('a known address leads to the log-in, and to sign-up again once it has changed', async () => {
  const { user } = await signUpWithKnownAddress()
  expect(screen.getAllByRole('button', { name: /log in/i })).toHaveLength(1)
  await user.type(email(), '.org')
  expect(screen.queryByRole('button', { name: 'Log in instead' })).toBeNull()
  expect(submit('Already have an account? Log in')).toBeDefined()
})

test('a known address can log in instead, with what was typed', async () => {
  const { user, requests, onClose } = await signUpWithKnownAddress({ [SIGN_IN]: WELCOME })
  await user.click(submit('Log in instead'))
  expect(screen.getByRole('dialog', { name: 'Log In' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(password())
  await user.click(submit('Log In'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests.at(-1)).toMatchObject({
    route: SIGN_IN,
    body: { email: 'ada@example.com', password: 'long enough' },
  })
})

test('a known address can reset its password, without typing the address again', async () => {
  const { user } = await signUpWithKnownAddress()
  await user.click(submit('Reset the password'))
  expect(screen.getByRole('dialog', { name: 'Reset Password' })).toBeDefined()
  expect(email().value).toBe('ada@example.com')
  expect(document.activeElement).toBe(email())
})

test.each(['ada', 'ada@example', '@example.com'])(
  'an email like %j is not sent, and the sentence shows what one looks like',
  async (address) => {
    const { user, requests } = openDialog({}, 'sign-up')
    await user.type(email(), address)
    await user.type(password(), 'long enough')
    await user.click(submit('Sign Up'))
    expect(screen.getByRole('alert').textContent).toBe(
      'This is not an email address yet. It looks like name@example.com.',
    )
    expect(document.activeElement).toBe(email())
    expect(requests).toEqual([])
  },
)

test('an address with letters that mail servers refuse is told so, and not sent', async () => {
  const { user, requests } = openDialog({}, 'sign-up')
  await user.type(email(), 'jörg@example.com')
  await user.type(password(), 'long enough')
  await user.click(submit('Sign Up'))
  expect(screen.getByRole('alert').textContent).toMatch(/“ö” before the @/)
  expect(requests).toEqual([])
})

test('a new donor reads what the email is for before they give it', () => {
  openDialog({}, 'sign-up')
  expect(descriptionOf(email())).toBe(
    'Your email is for logging in, receipts and mails about your account. It is never shown to others.',
  )
})

test('the page is told of a new account', async () => {
  const { user, onSignedUp, onClose } = openDialog({ [SIGN_UP]: WELCOME }, 'sign-up')
  await user.type(email(), 'ada@example.com')
  await user.type(password(), 'long enough{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onSignedUp).toHaveBeenCalledOnce()
})

test.each<[string, PageResponse, string]>([
  ['an unexplained failure', { status: 500, body: {} }, 'Please try again in a minute.'],
  ['an unreachable server', 'unreachable', 'Check your connection, and try again.'],
])('%s is an authentication error, with what to do', async (_, answer, advice) => {
  const { user } = openDialog({ [SIGN_IN]: answer })
  await user.type(email(), 'ada@example.com')
  await user.type(password(), 'long enough{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Authentication error.')
  expect(screen.getByText(advice, { exact: false })).toBeDefined()
})

test.each<[string, PageResponse, () => HTMLElement]>([
  [
    'INVALID_EMAIL_OR_PASSWORD',
    { status: 401, body: coded('INVALID_EMAIL_OR_PASSWORD') },
    password,
  ],
  ['INVALID_EMAIL', { status: 400, body: coded('INVALID_EMAIL') }, email],
  ['a schema', refusal('invalid-argument', 'This is not an email address.'), email],
  ['a rule', refusal('invalid-argument', 'The password is too long.'), password],
])('a field that %s refused is marked, described and focused', async (_, answer, field) => {
  const { user } = openDialog({ [SIGN_IN]: answer })
  await user.type(email(), 'ada@example.com')
  await user.type(password(), 'long enough{Enter}')
  const sentence = (await screen.findByRole('alert')).textContent
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field())).toBe(sentence)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1)
})

test('an empty field is marked and described, and no longer once it is filled in', async () => {
  const { user } = openDialog({ [SIGN_IN]: WELCOME })
  await user.click(submit('Log In'))
  expect(email().getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(email())).toBe('Please enter both email and password.')
  expect(document.activeElement).toBe(email())
  await user.type(email(), 'ada@example.com')
  await user.click(submit('Log In'))
  expect(email().getAttribute('aria-invalid')).toBeNull()
  expect(document.activeElement).toBe(password())
})

test('after a switch the focus is in the first empty field of the form, which has a new name', async () => {
  const { user } = openDialog()
  await user.click(submit("Don't have an account? Sign up"))
  expect(document.activeElement).toBe(email())
  expect(screen.getByRole('form', { name: 'Create Account' })).toBe(email().form)
  await user.type(email(), 'ada@example.com')
  await user.click(submit('Already have an account? Log in'))
  expect(document.activeElement).toBe(password())
})

test('beside the form stands what an account is good for, where it is asked for', () => {
  const props = { onClose: () => {}, onSignedIn: async () => {} }
  const { rerender } = render(<AccountDialog {...props} />)
  expect(screen.queryByText('How you would appear')).toBeNull()
  rerender(<AccountDialog {...props} givesReasons />)
  expect(screen.getByText('How you would appear')).toBeDefined()
  expect(screen.getByText('$5.00')).toBeDefined()
  rerender(<AccountDialog {...props} givesReasons amountCents={1_601} />)
  expect(screen.getByText('$16.01')).toBeDefined()
})

test("the server's own refusal is told too", async () => {
  const tooMany = refusal('resource-exhausted', 'Too many tries. Please wait a minute.', 429)
  const { user } = openDialog({ [SIGN_IN]: tooMany })
  await user.type(email(), 'ada@example.com')
  await user.type(password(), 'long enough{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many tries. Please wait a minute.',
  )
})

test('a browser that says that it keeps no cookies is told so, and nothing is sent', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  const { user, requests, onClose } = openDialog({ [SIGN_UP]: WELCOME }, 'sign-up')
  await user.type(email(), 'ada@example.com')
  await user.type(password(), 'a long password')
  await user.click(submit('Sign Up'))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your browser keeps no cookies of this page',
  )
  expect(requests).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['log-in', 'Log In', SIGN_IN, /^Your browser keeps no cookies .* try again\.$/],
  ['sign-up', 'Sign Up', SIGN_UP, /^Your account is made\. Your browser keeps no .* log in\.$/],
] as const)(
  'a cookie that the browser drops is told, and the dialog stays: %s',
  async (start, button, route, sentence) => {
    vi.spyOn(session, 'read').mockReturnValue({ state: 'signed-out' })
    const { user, onClose, onSignedUp } = openDialog(
      { [route]: WELCOME, 'GET /api/auth/get-session': { body: null } },
      start,
    )
    await user.type(email(), 'ada@example.com')
    await user.type(password(), 'a long password')
    await user.click(submit(button))
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(email().value).toBe('ada@example.com')
    expect(onClose).not.toHaveBeenCalled()
    expect(onSignedUp).not.toHaveBeenCalled()
  },
)
