import type { FastifyRequest } from 'fastify'
import { forgetOldest } from '../forget-oldest.ts'
import type { Account } from './account.ts'
import type { AnsweredRecord } from './records.ts'

/** https://developer.paypal.com/api/rest/reference/idempotency/ */
const KEPT_MS = { orders: 6 * 60 * 60 * 1000, payments: 45 * 24 * 60 * 60 * 1000 }

/** A busy account forgets sooner than PayPal does. */
const MAX_KEPT = 10_000

export function requestIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['paypal-request-id']
  return typeof id === 'string' ? id : undefined
}

type Outcome = Omit<AnsweredRecord, 'at'>

/**
 * Has each request that carries a `PayPal-Request-Id` take effect once. A repetition is answered
 * with how its object is by now, and with the decline where there was one; requests refused for
 * another reason had no effect, and are tried anew.
 */
export class RequestIds {
  readonly #account: Account
  readonly #keptMs: number

  constructor(account: Account, api: keyof typeof KEPT_MS) {
    this.#account = account
    this.#keptMs = KEPT_MS[api]
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
    forgetOldest(state.answered, MAX_KEPT)
    this.#account.changed()
    return { ...outcome, isRepeated: false }
  }
}
