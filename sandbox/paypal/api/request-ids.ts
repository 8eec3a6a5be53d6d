import type { FastifyRequest } from 'fastify'
import { forgetOldest } from '../../forget-oldest.ts'
import type { Account } from '../account/account.ts'
import type { AnsweredRecord } from '../records/records.ts'

/** The retention of request ids: https://developer.paypal.com/api/rest/reference/idempotency/ */
const RETENTION_MS = { orders: 6 * 60 * 60 * 1000, payments: 45 * 24 * 60 * 60 * 1000 }

/** The most request ids to keep; a busy account forgets them sooner than PayPal does. */
const MAX_REQUEST_IDS = 10_000

export function requestIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['paypal-request-id']
  return typeof id === 'string' ? id : undefined
}

type Outcome = Omit<AnsweredRecord, 'at'>

/**
 * Makes each request with a `PayPal-Request-Id` take effect once. A repeated one gets its object in
 * the current state, or its decline; requests that failed for another reason had no effect and are
 * tried again.
 */
export class RequestIds {
  readonly #account: Account
  readonly #keptMs: number

  constructor(account: Account, api: keyof typeof RETENTION_MS) {
    this.#account = account
    this.#keptMs = RETENTION_MS[api]
  }

  once(request: FastifyRequest, act: () => Outcome): Outcome & { isRepeated: boolean } {
    const requestId = requestIdOf(request)
    if (requestId === undefined) return { ...act(), isRepeated: false }
    const { now, state } = this.#account
    const key = `${request.url} ${requestId}`
    const earlier = state.answered.get(key)
    if (earlier !== undefined && earlier.at + this.#keptMs > now) {
      return { ...earlier, isRepeated: true }
    }
    const outcome = act()
    state.answered.set(key, { ...outcome, at: now })
    forgetOldest(state.answered, MAX_REQUEST_IDS)
    this.#account.changed()
    return { ...outcome, isRepeated: false }
  }
}
