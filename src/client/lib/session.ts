import { useSyncExternalStore } from 'react'
import { clearPersonalStorage, readStorage, writeStorage } from './storage.ts'

/**
 * The session as far as the server has told it. Until its first response it is only known whether
 * the document was requested with a session cookie, which is enough to reserve a place in the
 * layout.
 */
export type Session =
  | { state: 'unknown'; wasSignedIn: boolean }
  | { state: 'signed-out' }
  /** The server cannot say; the e-mail is that of the last session here, to show and nothing else. */
  | { state: 'offline'; email: string }
  | {
      state: 'signed-in'
      userId: string
      email: string
      /** True if the server lets this account delete test donations; with a host, only they may. */
      mayDeleteTestDonations: boolean
    }

/** Fetches the code of the calls to the server: the first view needs none of it. */
const loadCalls = () => import('./session-calls.ts')

const CHANNEL = 'session'

/** The key of the e-mail of the last session, for a reload without the server. */
const EMAIL_KEY = 'own:email'

const OFFLINE_RETRY_MS = 5_000

/** Follows the server's session, in every tab, while there are subscribers. */
export class SessionStore {
  #session: Session = { state: 'unknown', wasSignedIn: false }
  #first = this.#session
  readonly #subscribers = new Set<() => void>()
  #channel: BroadcastChannel | undefined
  #stopFollowing = () => {}
  #retry: ReturnType<typeof setTimeout> | undefined
  /** Counts the requests to the server: only the response to the latest one is used. */
  #requestCount = 0

  /** Sets what the server knew when the document was requested; call it before any `subscribe`. */
  begin({ hasSession }: { hasSession: boolean }): void {
    this.#session = hasSession ? { state: 'unknown', wasSignedIn: true } : { state: 'signed-out' }
    this.#first = this.#session
  }

  readonly read = (): Session => this.#session

  /** Returns the session that the server rendered the page for. */
  readonly readFirst = (): Session => this.#first

  readonly subscribe = (onChange: () => void): (() => void) => {
    if (this.#subscribers.size === 0) this.#follow()
    this.#subscribers.add(onChange)
    return () => {
      this.#subscribers.delete(onChange)
      if (this.#subscribers.size === 0) this.#stopFollowing()
    }
  }

  /** Fetches the session, and makes the other tabs fetch it too if `announce` is true. */
  async refresh({ announce } = { announce: false }): Promise<void> {
    this.#requestCount += 1
    const request = this.#requestCount
    const next = await fetchSession(this.#session)
    if (request === this.#requestCount) {
      rememberEmail(next)
      this.#setSession(next)
      this.#scheduleRetry()
    }
    if (announce) this.#channel?.postMessage(null)
  }

  /**
   * Signs out.
   * @throws {AppError} if the server could not sign out; the session then stays.
   */
  async signOut(): Promise<void> {
    const calls = await loadCalls()
    await calls.signOut()
    clearPersonalStorage()
    this.#requestCount += 1
    this.#setSession({ state: 'signed-out' })
    this.#channel?.postMessage(null)
  }

  #setSession(next: Session): void {
    if (isSameSession(this.#session, next)) return
    this.#session = next
    for (const onChange of this.#subscribers) onChange()
  }

  /** The page may be back before the browser says so: the server can be away alone. */
  #scheduleRetry(): void {
    clearTimeout(this.#retry)
    if (this.#session.state !== 'offline' || this.#subscribers.size === 0) return
    this.#retry = setTimeout(() => void this.refresh(), OFFLINE_RETRY_MS)
  }

  #follow(): void {
    const refresh = () => void this.refresh()
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', refresh)
    const unsubscribers = [
      onPageResumed(refresh),
      onLateUnauthenticated(refresh),
      () => channel.close(),
      () => clearTimeout(this.#retry),
    ]
    this.#channel = channel
    this.#stopFollowing = () => {
      for (const stop of unsubscribers) stop()
    }
    refresh()
  }
}

/** Calls `listener` whenever the page may have missed news. Returns a function that stops it. */
function onPageResumed(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('focus', listener, { signal })
  window.addEventListener('online', listener, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') listener()
    },
    { signal },
  )
  return () => controller.abort()
}

/** Calls `listener` on each 401 response, once the calls' code is there. */
function onLateUnauthenticated(listener: () => void): () => void {
  let isStopped = false
  let stop = () => {}
  const start = (calls: Awaited<ReturnType<typeof loadCalls>>) => {
    if (!isStopped) stop = calls.onUnauthenticated(listener)
  }
  loadCalls().then(start, () => undefined)
  return () => {
    isStopped = true
    stop()
  }
}

/** Fetches the session; while the server cannot be reached, returns the last one. */
async function fetchSession(last: Session): Promise<Session> {
  try {
    const calls = await loadCalls()
    const user = await calls.fetchSessionUser()
    if (user === null) return { state: 'signed-out' }
    const { id: userId, email, mayDeleteTestDonations } = user
    return { state: 'signed-in', userId, email, mayDeleteTestDonations }
  } catch {
    return last.state === 'unknown' ? recallSession() : last
  }
}

function rememberEmail(session: Session): void {
  if (session.state === 'signed-in') writeStorage('browser', EMAIL_KEY, session.email)
  if (session.state === 'signed-out') writeStorage('browser', EMAIL_KEY, null)
}

function recallSession(): Session {
  const email = readStorage('browser', EMAIL_KEY)
  return email === null ? { state: 'signed-out' } : { state: 'offline', email }
}

function isSameSession(one: Session, other: Session): boolean {
  if (one.state !== 'signed-in' || other.state !== 'signed-in') return one.state === other.state
  return (
    one.userId === other.userId &&
    one.email === other.email &&
    one.mayDeleteTestDonations === other.mayDeleteTestDonations
  )
}

/** The page's one session. */
export const session = new SessionStore()

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.read, session.readFirst)
}
