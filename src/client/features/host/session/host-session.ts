import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { HOST_ROLES, type HostRole } from '#contract/host/roles.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { session } from '#client/lib/session.ts'

/** The account that uses the console, as far as the server has told it. */
export type HostSession =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'signed-out' }
  | { state: 'signed-in'; account: HostAccount; refusal: Refusal | undefined }

export interface HostAccount {
  userId: string
  email: string
  /** Null for an account that is no host. */
  role: HostRole | null
  hasSecondFactor: boolean
}

/** The reason for which the server refuses a host everything until they act. */
export type Refusal = 'SECOND_FACTOR_MISSING' | 'SECOND_FACTOR_STALE'

const responseSchema = z
  .object({
    user: z.object({
      id: z.string(),
      email: z.string(),
      role: z.enum(HOST_ROLES).nullable(),
      twoFactorEnabled: z.boolean(),
    }),
  })
  .nullable()

/** Follows the session of the host while there are subscribers. */
class HostSessionStore {
  #session: HostSession = { state: 'loading' }
  readonly #subscribers = new Set<() => void>()
  #stopFollowing = () => {}
  /** Counts the requests to the server: only the response to the latest one is used. */
  #requestCount = 0

  readonly read = (): HostSession => this.#session

  readonly subscribe = (onChange: () => void): (() => void) => {
    if (this.#subscribers.size === 0) this.#follow()
    this.#subscribers.add(onChange)
    return () => {
      this.#subscribers.delete(onChange)
      if (this.#subscribers.size === 0) this.#stopFollowing()
    }
  }

  async refresh(): Promise<void> {
    this.#requestCount += 1
    const request = this.#requestCount
    const next = await fetchHostSession(this.#session)
    if (request === this.#requestCount) this.#set(next)
  }

  /** Takes note of a refusal that a section cannot deal with by itself. */
  noteRefusal({ reason }: AppError): void {
    if (reason === 'NOT_HOST') void this.refresh()
    const isRefusal = reason === 'SECOND_FACTOR_MISSING' || reason === 'SECOND_FACTOR_STALE'
    if (isRefusal && this.#session.state === 'signed-in') {
      this.#set({ ...this.#session, refusal: reason })
    }
  }

  /** Forgets the refusal: the next request tells whether it still holds. */
  forgetRefusal(): void {
    if (this.#session.state === 'signed-in') this.#set({ ...this.#session, refusal: undefined })
  }

  #set(next: HostSession): void {
    if (JSON.stringify(next) === JSON.stringify(this.#session)) return
    this.#session = next
    for (const onChange of this.#subscribers) onChange()
  }

  #follow(): void {
    const refresh = () => void this.refresh()
    const unsubscribe = session.subscribe(refresh)
    addEventListener('focus', refresh)
    this.#stopFollowing = () => {
      unsubscribe()
      removeEventListener('focus', refresh)
    }
    refresh()
  }
}

/** Fetches the session; while the server cannot be reached, a known one stays. */
async function fetchHostSession(last: HostSession): Promise<HostSession> {
  try {
    const response = responseSchema.parse(await callApi<unknown>(`${ROUTES.auth}/get-session`))
    if (response === null) return { state: 'signed-out' }
    const { id, email, role, twoFactorEnabled } = response.user
    const account = { userId: id, email, role, hasSecondFactor: twoFactorEnabled }
    const isSame = last.state === 'signed-in' && last.account.userId === id
    return { state: 'signed-in', account, refusal: isSame ? last.refusal : undefined }
  } catch (error) {
    if (last.state === 'signed-in' || last.state === 'signed-out') return last
    const message = error instanceof AppError ? error.message : 'Something went wrong.'
    return { state: 'failed', message }
  }
}

export const hostSession = new HostSessionStore()

export function useHostSession(): HostSession {
  return useSyncExternalStore(hostSession.subscribe, hostSession.read)
}
