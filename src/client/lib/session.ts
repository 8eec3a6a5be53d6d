import { useSyncExternalStore } from 'react'
import { ROUTES } from '#contract/routes.ts'
import { callApi, onUnauthenticated } from './api.ts'
import { forgetPerson } from './storage.ts'

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
type LibrarySession = {
  user: { id: string; email: string; mayDeleteTestDonations: boolean }
} | null

const CHANNEL = 'session'

/** Follows the server's session, in every tab, for as long as somebody subscribes. */
export class SessionStore {
  #session: Session = { state: 'unknown', wasSignedIn: false }
  readonly #subscribers = new Set<() => void>()
  #channel: BroadcastChannel | undefined
  #unfollow = () => {}
  /** Counts the questions to the server: only the latest one's answer is taken. */
  #asked = 0

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
      if (this.#subscribers.size === 0) this.#unfollow()
    }
  }

  /** Asks the server, and has the other tabs ask too where `announce` says so. */
  async refresh({ announce } = { announce: false }): Promise<void> {
    this.#asked += 1
    const question = this.#asked
    const next = await askServer(this.#session)
    if (question === this.#asked) this.#become(next)
    if (announce) this.#channel?.postMessage(null)
  }

  /** @throws {AppError} when the server could not sign out; the session then stays. */
  async signOut(): Promise<void> {
    await callApi(`${ROUTES.auth}/sign-out`, { method: 'POST', body: {} })
    forgetPerson()
    this.#asked += 1
    this.#become({ state: 'signed-out' })
    this.#channel?.postMessage(null)
  }

  #become(next: Session): void {
    if (isSame(this.#session, next)) return
    this.#session = next
    for (const onChange of this.#subscribers) onChange()
  }

  #follow(): void {
    const look = () => void this.refresh()
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', look)
    const unlisten = [onSeenAgain(look), onUnauthenticated(look), () => channel.close()]
    this.#channel = channel
    this.#unfollow = () => {
      for (const stop of unlisten) stop()
    }
    look()
  }
}

/** Calls `look` whenever the page may have missed something; returns how to stop. */
function onSeenAgain(look: () => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  window.addEventListener('focus', look, { signal })
  window.addEventListener('online', look, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') look()
    },
    { signal },
  )
  return () => stopped.abort()
}

/** While the server cannot be reached, the last thing that it said still holds. */
async function askServer(last: Session): Promise<Session> {
  try {
    const answer = await callApi<LibrarySession>(`${ROUTES.auth}/get-session`)
    if (answer === null) return { state: 'signed-out' }
    const { id: userId, email, mayDeleteTestDonations } = answer.user
    return { state: 'signed-in', userId, email, mayDeleteTestDonations }
  } catch {
    return last.state === 'unknown' ? { state: 'signed-out' } : last
  }
}

function isSame(one: Session, other: Session): boolean {
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
