import { useSyncExternalStore } from 'react'
import { ROUTES } from '#contract/routes.ts'
import { callApi, onUnauthenticated } from './api.ts'
import { forgetTab } from './storage.ts'

/** Who is signed in, as far as the server has said; `unknown` until its first answer. */
export type Session =
  | { state: 'unknown' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; userId: string; email: string }

export interface SessionStore {
  read(): Session
  /** Follows the server's session while there is a subscriber. */
  subscribe(onChange: () => void): () => void
  /** Asks the server, and has the other tabs ask too where `announce` says so. */
  refresh(options?: { announce: boolean }): Promise<void>
  /** @throws {AppError} when the server could not sign out; the session then stays. */
  signOut(): Promise<void>
}

/** The part of the auth library's answer that the page needs. */
type LibrarySession = { user: { id: string; email: string } } | null

const CHANNEL = 'session'

export function createSessionStore(): SessionStore {
  const subscribers = new Set<() => void>()
  let session: Session = { state: 'unknown' }
  let asked = 0
  let channel: BroadcastChannel | undefined
  let unfollow = () => {}

  function become(next: Session): void {
    if (isSame(session, next)) return
    session = next
    for (const onChange of subscribers) onChange()
  }

  async function refresh({ announce } = { announce: false }): Promise<void> {
    asked += 1
    const question = asked
    const next = await askServer(session)
    if (question === asked) become(next)
    if (announce) channel?.postMessage(null)
  }

  function follow(): void {
    const look = () => void refresh()
    channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', look)
    const unlisten = [onSeenAgain(look), onUnauthenticated(look)]
    unfollow = () => {
      channel?.close()
      channel = undefined
      for (const stop of unlisten) stop()
    }
    look()
  }

  return {
    read: () => session,
    subscribe(onChange) {
      if (subscribers.size === 0) follow()
      subscribers.add(onChange)
      return () => {
        subscribers.delete(onChange)
        if (subscribers.size === 0) unfollow()
      }
    },
    refresh,
    async signOut() {
      await callApi(`${ROUTES.auth}/sign-out`, { method: 'POST', body: {} })
      forgetTab()
      asked += 1
      become({ state: 'signed-out' })
      channel?.postMessage(null)
    },
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
    return { state: 'signed-in', userId: answer.user.id, email: answer.user.email }
  } catch {
    return last.state === 'unknown' ? { state: 'signed-out' } : last
  }
}

function isSame(one: Session, other: Session): boolean {
  if (one.state !== 'signed-in' || other.state !== 'signed-in') return one.state === other.state
  return one.userId === other.userId && one.email === other.email
}

/** The page's one session. */
export const session = createSessionStore()

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.read)
}
