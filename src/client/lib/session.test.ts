import { waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { refusal, serveApi, type PageResponse } from '#tests/helpers/page/page.ts'
import { callApi } from './api.ts'
import { SessionStore } from './session.ts'

const ADA = {
  session: { id: 's1' },
  user: { id: 'u1', email: 'ada@example.com', mayDeleteTestDonations: true },
}

/** Ends what hangs; it is real time, though the timers are not. */
const WITHIN = { timeout: 60_000 }

/** The server's session, as the test sets it. */
let answer: PageResponse

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  answer = { body: null }
  serveApi({
    'GET /api/auth/get-session': () => answer,
    'POST /api/auth/sign-out': () => {
      answer = { body: null }
      return { body: { success: true } }
    },
    'GET /api/mine': refusal('unauthenticated', 'Please log in first.', 401),
  })
})

function openTab(): SessionStore {
  const store = new SessionStore()
  onTestFinished(store.subscribe(() => {}))
  return store
}

async function expectState(store: SessionStore, state: string): Promise<void> {
  await waitFor(() => expect(store.read().state).toBe(state))
}

test("the session is what the server's first answer says", async () => {
  answer = { body: ADA }
  const store = openTab()
  expect(store.read()).toEqual({ state: 'unknown', wasSignedIn: false })
  await expectState(store, 'signed-in')
  expect(store.read()).toEqual({
    state: 'signed-in',
    userId: 'u1',
    email: 'ada@example.com',
    mayDeleteTestDonations: true,
  })
})

test('signing in in one tab signs in the others', async () => {
  const [one, other] = [openTab(), openTab()]
  await expectState(other, 'signed-out')
  answer = { body: ADA }
  await one.refresh({ announce: true })
  await expectState(other, 'signed-in')
})

test('logging out in one tab logs out the others', async () => {
  answer = { body: ADA }
  const [one, other] = [openTab(), openTab()]
  await expectState(one, 'signed-in')
  await expectState(other, 'signed-in')
  await one.signOut()
  expect(one.read()).toEqual({ state: 'signed-out' })
  await expectState(other, 'signed-out')
})

test('a session that ended elsewhere is noticed when the tab is visible again', async () => {
  answer = { body: ADA }
  const store = openTab()
  await expectState(store, 'signed-in')
  answer = { body: null }
  window.dispatchEvent(new Event('focus'))
  await expectState(store, 'signed-out')
})

test('a session that ended is noticed when the server refuses a call', async () => {
  answer = { body: ADA }
  const store = openTab()
  await expectState(store, 'signed-in')
  answer = { body: null }
  await expect(callApi('/api/mine')).rejects.toThrow('Please log in first.')
  await expectState(store, 'signed-out')
})

test('while the server cannot be reached the session stays as it was', async () => {
  answer = { body: ADA }
  const store = openTab()
  await expectState(store, 'signed-in')
  answer = 'unreachable'
  await store.refresh()
  expect(store.read().state).toBe('signed-in')
})

test('a logout that the server did not take leaves the person signed in', async () => {
  answer = { body: ADA }
  const store = openTab()
  await expectState(store, 'signed-in')
  serveApi({ 'POST /api/auth/sign-out': 'unreachable' })
  await expect(store.signOut()).rejects.toMatchObject({ code: 'unavailable' })
  expect(store.read().state).toBe('signed-in')
})

test('without a cookie nobody is signed in, and with one somebody may be', () => {
  const store = new SessionStore()
  store.begin({ hasSession: false })
  expect(store.read()).toEqual({ state: 'signed-out' })
  store.begin({ hasSession: true })
  expect(store.read()).toEqual({ state: 'unknown', wasSignedIn: true })
})

test('logging out forgets the person, and keeps what the browser is set to', async () => {
  answer = { body: ADA }
  const store = openTab()
  await expectState(store, 'signed-in')
  sessionStorage.setItem('checkouts-under-way', 'O1=approved')
  localStorage.setItem('own:celebrated', 'd1')
  localStorage.setItem('sound-level', 'off')
  await store.signOut()
  expect(sessionStorage).toHaveLength(0)
  expect(localStorage.getItem('own:celebrated')).toBeNull()
  expect(localStorage.getItem('sound-level')).toBe('off')
})

test('a page that opens without the server shows who was signed in, and trusts it for nothing', async () => {
  answer = { body: ADA }
  await expectState(openTab(), 'signed-in')
  answer = 'unreachable'
  const reloaded = openTab()
  await expectState(reloaded, 'offline')
  expect(reloaded.read()).toEqual({ state: 'offline', email: 'ada@example.com' })
  answer = { body: ADA }
  window.dispatchEvent(new Event('online'))
  await expectState(reloaded, 'signed-in')
})

test.each([
  ['after a log-out', async (store: SessionStore) => store.signOut()],
  [
    'after the session has ended',
    async (store: SessionStore) => {
      answer = { body: null }
      await store.refresh()
    },
  ],
])('nobody is remembered %s', async (_when, end) => {
  answer = { body: ADA }
  const store = openTab()
  await expectState(store, 'signed-in')
  await end(store)
  answer = 'unreachable'
  await expectState(openTab(), 'signed-out')
  expect(JSON.stringify(localStorage)).not.toContain('ada@example.com')
})

test('the server is asked again by itself after a page has opened without it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  localStorage.setItem('own:email', 'ada@example.com')
  answer = 'unreachable'
  const store = openTab()
  await vi.waitFor(() => expect(store.read().state).toBe('offline'), WITHIN)
  answer = { body: ADA }
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(store.read().state).toBe('signed-in'), WITHIN)
})
