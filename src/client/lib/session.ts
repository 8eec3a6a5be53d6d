import { useSyncExternalStore } from 'react'
import { ROUTES } from '#contract/routes.ts'
import { callApi, onUnauthenticated } from './api.ts'
import { clearPersonalStorage } from './storage.ts'

/**
 * Who is signed in, as far as the server has said. Until its first answer there is only whether the
 * document was asked for with a session's cookie, good enough to keep a place in the layout.
 */
export type Session =
  | { state: 'unknown'; wasSignedIn: boolean }
  | { state: 'signed-out' }
  | {
      state: 'signed-in'
      userId: string
      email: string
      /** Says whether the server lets this account delete test donations; with a host, only they may. */
      mayDeleteTestDonations: boolean
    }

/** The part of the auth library's answer that the page needs. */
type GetSessionResponse = {
  user: { id: string; email: string; mayDeleteTestDonations: boolean }
} | null

const CHANNEL = 'session'

/** Follows the server's session, in every tab, for as long as somebody subscribes. */
export class SessionStore {
  #session: Session = { state: 'unknown', wasSignedIn: false }
  readonly #subscribers = new Set<() => void>()
  #channel: BroadcastChannel | undefined
  #stopFollowing = () => {}
  /** Counts the questions to the server: only the latest one's answer is taken. */
  #requestCount = 0

  /** Starts with what the server knew of the request for the document; before anybody subscribes. */
  begin({ hasSession }: { hasSession: boolean }): void {
    this.#session = hasSession ? { state: 'unknown', wasSignedIn: true } : { state: 'signed-out' }
  }

  readonly read = (): Session => this.#session

  readonly subscribe = (onChange: () => void): (() => void) => {
    if (this.#subscribers.size === 0) this.#follow()
    this.#subscribers.add(onChange)
    return () => {
      this.#subscribers.delete(onChange)
      if (this.#subscribers.size === 0) this.#stopFollowing()
    }
  }

  /** Asks the server, and has the other tabs ask too where `announce` says so. */
  async refresh({ announce } = { announce: false }): Promise<void> {
    this.#requestCount += 1
    const request = this.#requestCount
    const next = await fetchSession(this.#session)
    if (request === this.#requestCount) this.#setSession(next)
    if (announce) this.#channel?.postMessage(null)
  }

  /** @throws {AppError} when the server could not sign out; the session then stays. */
  async signOut(): Promise<void> {
    await callApi(`${ROUTES.auth}/sign-out`, { method: 'POST', body: {} })
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

  #follow(): void {
    const refresh = () => void this.refresh()
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', refresh)
    const unsubscribers = [
      onPageResumed(refresh),
      onUnauthenticated(refresh),
      () => channel.close(),
    ]
    this.#channel = channel
    this.#stopFollowing = () => {
      for (const stop of unsubscribers) stop()
    }
    refresh()
  }
}

/** Calls `refresh` whenever the page may have missed something; returns how to stop. */
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

/** While the server cannot be reached, the last thing that it said still holds. */
async function fetchSession(last: Session): Promise<Session> {
  try {
    const response = await callApi<GetSessionResponse>(`${ROUTES.auth}/get-session`)
    if (response === null) return { state: 'signed-out' }
    const { id: userId, email, mayDeleteTestDonations } = response.user
    return { state: 'signed-in', userId, email, mayDeleteTestDonations }
  } catch {
    return last.state === 'unknown' ? { state: 'signed-out' } : last
  }
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
  return useSyncExternalStore(session.subscribe, session.read, session.read)
}
