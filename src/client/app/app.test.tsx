import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FirstBoard } from '#contract/first-view.ts'
import { expectConsoleError } from '#tests/helpers/vitest/console-errors.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { stubBrowserApis, refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { buildFirstBoard } from '#client/features/leaderboard/live/board-builders.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { hideFragment } from '#client/lib/fragment.ts'
import { session } from '#client/lib/session.ts'
import { App } from './app.tsx'
import { boardPart } from './board.tsx'
import { donatePart } from './donate-aside.tsx'

const CALL = 'Think you can conquer the leaderboard? Donate NOW!'
const SESSION = 'GET /api/auth/get-session'
const ADA = { body: { session: { id: 's1' }, user: { id: 'u1', email: 'ada@example.com' } } }
beforeEach(() => {
  stubBrowserApis()
  vi.stubGlobal('ResizeObserver', StillObserver)
  vi.stubGlobal('EventSource', SilentStream)
  document.cookie = 'disclaimer=; Max-Age=0; Path=/'
  sessionStorage.clear()
  localStorage.clear()
  forgetConfig()
  donatePart.reset()
})

/** Nothing in jsdom ever has a size. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** A live stream on which nothing happens. */
class SilentStream extends EventTarget {
  readyState = 0
  close() {}
}

interface Visit {
  accepted?: boolean
  routes?: Parameters<typeof serveApi>[0]
  firstBoard?: FirstBoard
}

async function openPage({ accepted = true, routes, firstBoard }: Visit = {}) {
  serveApi({ [SESSION]: { body: null }, 'GET /api/config': { body: buildConfig() }, ...routes })
  await session.refresh()
  await boardPart.load()
  await act(async () => render(<App accepted={accepted} firstBoard={firstBoard} />))
  return userEvent.setup()
}

/** Presses a button whose code is fetched first, and waits inside `act` until it has arrived. */
async function pressAndLoad(name: string): Promise<void> {
  await act(async () => screen.getByRole('button', { name }).click())
}

test('before the disclaimer is accepted there is nothing else in the page', async () => {
  await openPage({ accepted: false })
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'I Understand',
  ])
  expect(screen.queryByRole('main')).toBeNull()

  await pressAndLoad('I Understand')
  expect(screen.queryByText('I Understand')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Top Donors' })).toBeDefined()
})

test('after the disclaimer reading goes on at the question, the only heading of its level', async () => {
  await openPage({ accepted: false })
  await pressAndLoad('I Understand')
  const heading = screen.getByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Think you can conquer the leaderboard?')
  expect(document.activeElement).toBe(heading)
})

test('the question can be pressed as its answer can', async () => {
  await openPage()
  await act(async () => screen.getByText('Think you can conquer the leaderboard?').click())
  expect(await screen.findByRole('dialog', { name: 'Create Account' })).toBeDefined()
})

test('the first link of the page leads past the header, to the board', async () => {
  const user = await openPage()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Skip to the board')
  const target = document.querySelector(document.activeElement?.getAttribute('href') ?? '')
  expect(target?.contains(screen.getByRole('heading', { name: 'Top Donors' }))).toBe(true)
  expect(target?.getAttribute('tabindex')).toBe('-1')
})

test('once accepted the disclaimer does not come back', async () => {
  await openPage()
  expect(screen.queryByText('I Understand')).toBeNull()
})

test('a visitor sees the board and the way in, and no donation panel', async () => {
  await openPage()
  expect(screen.getByRole('img', { name: 'Donation Royale' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Login / Sign up' })).toBeDefined()
  expect(screen.queryByText('Donate with Stripe')).toBeNull()
})

test('the call to action takes a stranger to a new account', async () => {
  await openPage()
  await pressAndLoad(CALL)
  expect(await screen.findByRole('dialog', { name: 'Create Account' })).toBeDefined()
})

test('the call to action takes a browser in which somebody was logged in to the log-in', async () => {
  const user = await openPage({
    routes: { [SESSION]: ADA, 'POST /api/auth/sign-out': { body: { success: true } } },
  })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await pressAndLoad(CALL)
  expect(await screen.findByRole('dialog', { name: 'Log In' })).toBeDefined()
  expect(screen.getByRole('button', { name: "Don't have an account? Sign up" })).toBeDefined()
})

test('the link at the top takes a visitor to the log-in', async () => {
  await openPage()
  await pressAndLoad('Login / Sign up')
  expect(await screen.findByRole('dialog', { name: 'Log In' })).toBeDefined()
})

test('the call to action takes somebody signed in to the amount', async () => {
  const user = await openPage({ routes: { [SESSION]: ADA } })
  await screen.findByText('Donate with Stripe')
  await user.click(screen.getByRole('button', { name: CALL }))
  expect(document.activeElement).toBe(screen.getByLabelText('Amount (USD)'))
})

test('somebody signed in sees who they are, and can log out', async () => {
  const user = await openPage({
    routes: { [SESSION]: ADA, 'POST /api/auth/sign-out': { body: { success: true } } },
  })
  expect(screen.getByText('ada@example.com')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('button', { name: 'Login / Sign up' })).toBe(
    document.activeElement,
  )
  expect(screen.queryByText('Donate with Stripe')).toBeNull()
  expect(screen.queryByText('You have been logged out.', { exact: false })).toBeNull()
})

describe('while the server cannot say who visits', () => {
  const WAITING =
    'The server cannot be reached, and donating needs it. The panel opens as soon as it can.'

  beforeEach(() => {
    localStorage.setItem('own:email', 'ada@example.com')
    localStorage.setItem('has-account', 'yes')
    session.begin({ hasSession: true })
  })

  const press = () => pressAndLoad(CALL)
  const comeBack = async (answer: PageResponse) => {
    serveApi({ [SESSION]: answer, 'GET /api/config': { body: buildConfig() } })
    await act(() => session.refresh())
  }

  test('the call to action says that donating needs the server, and asks for no log-in', async () => {
    await openPage({ routes: { [SESSION]: 'unreachable' } })
    await press()
    expect(await screen.findByText(WAITING)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('it takes a donor to the panel once the session is back', async () => {
    await openPage({ routes: { [SESSION]: 'unreachable' } })
    await press()
    await comeBack(ADA)
    const amount = await screen.findByLabelText('Amount (USD)')
    await waitFor(() => expect(document.activeElement).toBe(amount))
    expect(screen.queryByText(WAITING)).toBeNull()
  })

  test('it takes to the log-in once the session has turned out to be over', async () => {
    await openPage({ routes: { [SESSION]: 'unreachable' } })
    await press()
    await comeBack({ body: null })
    expect(await screen.findByRole('dialog', { name: 'Log In' })).toBeDefined()
    expect(screen.queryByText(WAITING)).toBeNull()
  })

  test('a dismissed request is forgotten', async () => {
    await openPage({ routes: { [SESSION]: 'unreachable' } })
    await press()
    await screen.findByText(WAITING)
    await pressAndLoad('Dismiss')
    expect(screen.queryByText(WAITING)).toBeNull()
    await comeBack({ body: null })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('a log-in in another tab closes the log-in here, and opens the panel that was asked for', async () => {
  await openPage()
  await pressAndLoad(CALL)
  await screen.findByRole('dialog', { name: 'Create Account' })
  serveApi({ [SESSION]: ADA, 'GET /api/config': { body: buildConfig() } })
  await act(() => session.refresh())
  const amount = await screen.findByLabelText('Amount (USD)')
  await waitFor(() => expect(document.activeElement).toBe(amount))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the signed-in email opens what belongs to the account', async () => {
  await openPage({ routes: { [SESSION]: ADA } })
  await pressAndLoad('ada@example.com (your account)')
  expect(await screen.findByRole('dialog', { name: 'Your Account' })).toBeDefined()
})

test('an account that is ended elsewhere takes its dialog with it', async () => {
  await openPage({ routes: { [SESSION]: ADA } })
  await pressAndLoad('ada@example.com (your account)')
  await screen.findByRole('dialog', { name: 'Your Account' })
  serveApi({ [SESSION]: { body: null } })
  await act(() => session.refresh())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new donor is told of the mail that confirms the address, and may donate at once', async () => {
  let isSignedUp = false
  const user = await openPage({
    routes: {
      [SESSION]: () => (isSignedUp ? ADA : { body: null }),
      'POST /api/auth/sign-up/email': () => {
        isSignedUp = true
        return ADA
      },
    },
  })
  await pressAndLoad(CALL)
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
  const sentence = 'We mailed you a link to confirm your email; you can donate right away.'
  const read = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(read()).toContain(sentence))
  expect(await screen.findByText('Donate with Stripe')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(read()).not.toContain(sentence)
})

test('deleting test donations is not offered to an account that may not', async () => {
  const user = { ...ADA.body.user, mayDeleteTestDonations: false }
  await openPage({ routes: { [SESSION]: { body: { ...ADA.body, user } } } })
  expect(await screen.findByText('Donate with Stripe')).toBeDefined()
  expect(screen.queryByText('Delete all test donations')).toBeNull()
})

test('a link from a mail is removed from the address at once, and followed after the disclaimer', async () => {
  location.hash = '#reset-password=token-1'
  hideFragment()
  await openPage({ accepted: false })
  expect(location.hash).toBe('')
  expect(screen.queryByLabelText('New password')).toBeNull()
  await pressAndLoad('I Understand')
  expect(await screen.findByRole('dialog', { name: 'New Password' })).toBeDefined()
})

test('a session that ends by itself is told', async () => {
  await openPage({ routes: { [SESSION]: ADA } })
  serveApi({ [SESSION]: { body: null } })
  await act(() => session.refresh())
  expect(screen.getByRole('alert').textContent).toBe(
    'You have been logged out. Please log in again to donate.',
  )
})

test('a logout that fails is told, and the person still signed in', async () => {
  const user = await openPage({
    routes: { [SESSION]: ADA, 'POST /api/auth/sign-out': refusal('unavailable', 'Down.', 503) },
  })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You are still logged in.')
  expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined()
})

test('a donation panel that crashes leaves the rest of the page alive', async () => {
  expectConsoleError(/Down\./)
  await openPage({
    routes: { [SESSION]: ADA, 'GET /api/config': refusal('unavailable', 'Down.', 503) },
  })
  expect(await screen.findByText('Checkout failed to load.')).toBeDefined()
  expect(screen.getByText('Reference:').textContent).toBe('Reference: r1')
  expect(screen.getByRole('heading', { name: 'Top Donors' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined()

  serveApi({ [SESSION]: ADA, 'GET /api/config': { body: buildConfig() } })
  await pressAndLoad('Try again')
  expect(await screen.findByText('Donate with Stripe')).toBeDefined()
})

test('a board that crashes leaves the rest of the page alive', async () => {
  expectConsoleError(/No bodies here\./)
  // Only the board draws bodies, whose size grows with the amount's magnitude.
  vi.spyOn(Math, 'log10').mockImplementation(() => {
    throw new Error('No bodies here.')
  })
  await openPage({ routes: { [SESSION]: ADA }, firstBoard: buildFirstBoard() })
  expect(screen.getByText('Something went wrong.')).toBeDefined()
  expect(screen.getByText('Please try again later.')).toBeDefined()
  expect(await screen.findByText('Donate with Stripe')).toBeDefined()
})

test('the sound goes from full to soft to off, each of which is heard, and stays so', async () => {
  const play = vi
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValue(new Error('No sound.'))
  const user = await openPage()
  for (const level of ['full', 'soft']) {
    await user.click(screen.getByRole('button', { name: `Sound: ${level}` }))
  }
  expect(screen.getByRole('button', { name: 'Sound: off' })).toBe(document.activeElement)
  expect(localStorage.getItem('sound-level')).toBe('off')
  expect(play).toHaveBeenCalledOnce()
})
