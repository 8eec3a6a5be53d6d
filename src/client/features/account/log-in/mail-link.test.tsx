import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { hideFragment } from '#client/lib/fragment.ts'
import { AccountDialog } from './account-dialog.tsx'
import { followMailLinks, type MailLink } from './mail-link.ts'

beforeEach(() => {
  stubBrowserApis()
  history.replaceState(null, '', '/')
})

const VERIFY = 'POST /api/auth/verify-email'
const SEND = 'POST /api/auth/send-verification-email'
const CLAIM = 'POST /api/host/claims'
const SIGN_IN = 'POST /api/auth/sign-in/email'
const CONFIRM: MailLink = { kind: 'confirm-email', token: 'token-1' }
const HOST: MailLink = { kind: 'host', token: 'token-2' }

test.each(['reset-password', 'confirm-email', 'host'] as const)(
  'a link to %s is taken out of the address before it is followed',
  (kind) => {
    location.hash = `#${kind}=Ab_9-.~x`
    hideFragment()
    expect(location.href).not.toContain('Ab_9')
    const onLink = vi.fn<(link: MailLink) => void>()
    followMailLinks(onLink)()
    expect(onLink).toHaveBeenCalledExactlyOnceWith({ kind, token: 'Ab_9-.~x' })
  },
)

test('a link is followed once, and one that is opened later as well', () => {
  const onLink = vi.fn<(link: MailLink) => void>()
  location.hash = '#host=first'
  followMailLinks(onLink)()
  const stop = followMailLinks(onLink)
  expect(onLink).toHaveBeenCalledOnce()
  location.hash = '#host=second'
  window.dispatchEvent(new Event('hashchange'))
  expect(onLink).toHaveBeenLastCalledWith({ kind: 'host', token: 'second' })
  expect(location.hash).toBe('')
  stop()
})

test.each(['#top', '#host=', '#other=token', '#host=<script>'])(
  'an address that ends in %s is no link of ours',
  (fragment) => {
    const onLink = vi.fn<(link: MailLink) => void>()
    location.hash = fragment
    followMailLinks(onLink)()
    expect(onLink).not.toHaveBeenCalled()
  },
)

function openLink(
  start: MailLink,
  routes: Record<string, PageResponse | (() => PageResponse)>,
  isSignedIn = true,
) {
  const requests = serveApi(routes)
  const onClose = vi.fn<() => void>()
  const onSignedIn = vi.fn<() => Promise<void>>(() => Promise.resolve())
  // A new object for each link, as the page makes one for each that is opened.
  const link = { ...start }
  render(<AccountDialog start={link} {...{ isSignedIn, onClose, onSignedIn }} />)
  return { user: userEvent.setup(), requests, onClose, onSignedIn }
}

const press = (name: string) => screen.getByRole('button', { name })

test.each([
  [false, 'ada@example.com is confirmed. Thank you!'],
  [true, 'Your email is now ada@example.com.'],
])('an email is confirmed at once (changed: %j)', async (changed, sentence) => {
  const answer = { body: { status: true, email: 'ada@example.com', changed } }
  const { user, requests, onSignedIn, onClose } = openLink(CONFIRM, { [VERIFY]: answer })
  expect((await screen.findByText(sentence)).getAttribute('role')).toBe('status')
  expect(requests).toMatchObject([{ route: VERIFY, body: { token: 'token-1' } }])
  expect(onSignedIn).toHaveBeenCalledOnce()
  expect(document.activeElement?.textContent).toBe(sentence)
  await user.click(press('Continue'))
  expect(onClose).toHaveBeenCalledOnce()
})

const OLD: PageResponse = {
  status: 400,
  body: {
    error: {
      code: 'invalid-argument',
      message: 'This link is old, or was used already.',
      reason: 'INVALID_TOKEN',
      requestId: 'r1',
    },
  },
}

test('an old link to confirm an email offers a new one', async () => {
  const { user, onSignedIn } = openLink(CONFIRM, {
    [VERIFY]: OLD,
    [SEND]: { body: { status: true } },
  })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is old, or was used already.',
  )
  await user.click(press('Send a new link'))
  expect((await screen.findByRole('status')).textContent).toBe(
    'A new link is on its way to your mailbox.',
  )
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('a new link that is refused says why', async () => {
  const sentence = 'Three links were mailed in the last hour. Please look among the spam.'
  const { user } = openLink(CONFIRM, {
    [VERIFY]: OLD,
    [SEND]: refusal('resource-exhausted', sentence, 429),
  })
  await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText(sentence)).toBeDefined()
})

test('confirming an email asks to log in first, and keeps the link meanwhile', async () => {
  const { user, requests, onClose } = openLink(
    CONFIRM,
    {
      [SIGN_IN]: { body: { user: { id: 'u1' } } },
      [VERIFY]: { body: { status: true, email: 'ada@example.com', changed: false } },
    },
    false,
  )
  expect(screen.getByRole('status').textContent).toBe('Log in, and your email is confirmed.')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
  expect(await screen.findByText('ada@example.com is confirmed. Thank you!')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Email Confirmed' })).toBeDefined()
  expect(requests.map(({ route }) => route)).toEqual([SIGN_IN, VERIFY])
  expect(onClose).not.toHaveBeenCalled()
})

test('a session that has ended meanwhile leads to the log-in too', async () => {
  const ended = refusal('unauthenticated', 'Please log in first.', 401)
  openLink(HOST, { [CLAIM]: ended })
  expect(await screen.findByRole('dialog', { name: 'Log In' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Log in, and your account becomes the host.')
})

test('the link from the command line makes its opener the host', async () => {
  const { requests } = openLink(HOST, { [CLAIM]: { body: { status: true } } })
  expect(await screen.findByText('You are the host now.')).toBeDefined()
  expect(requests).toMatchObject([{ route: CLAIM, body: { token: 'token-2' } }])
})

test('becoming host asks for a confirmed email first, and the same link works afterwards', async () => {
  const unconfirmed: PageResponse = {
    status: 409,
    body: {
      error: {
        code: 'failed-precondition',
        message: 'Confirm your email first. Then open this link again.',
        reason: 'EMAIL_NOT_CONFIRMED',
        requestId: 'r1',
      },
    },
  }
  const answers = [unconfirmed, { body: { status: true } }]
  const { user } = openLink(HOST, {
    [CLAIM]: () => answers.shift() ?? 'unreachable',
    [SEND]: { body: { status: true } },
  })
  await user.click(await screen.findByRole('button', { name: 'Send the link to confirm it' }))
  expect(await screen.findByText('A new link is on its way to your mailbox.')).toBeDefined()
  await user.click(press('Try again'))
  expect(await screen.findByText('You are the host now.')).toBeDefined()
})
