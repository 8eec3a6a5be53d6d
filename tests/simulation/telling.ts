import type { Concern } from '#contract/concerns.ts'
import type { Trouble } from './account-troubles.ts'
import type { Books } from './books.ts'
import type { TakenPayment } from './providers.ts'

/** What is true of a run, whatever the server says of it. */
export interface Truth {
  trouble: Trouble
  /** How far the providers' clocks are from our server's, ms. */
  clockDifferenceMs: number
}

/** A difference of a second or so more or less is told as well, or is not yet. */
const NEARLY_A_MINUTE_MS = 55_000

/** What of a run is told to the host, and rightly so. */
export class Telling {
  readonly #concerns: readonly Concern[]
  readonly #truth: Truth
  readonly #books: Books
  readonly #taken: readonly TakenPayment[]

  constructor(
    concerns: readonly Concern[],
    truth: Truth,
    { books, taken }: { books: Books; taken: readonly TakenPayment[] },
  ) {
    this.#truth = truth
    this.#taken = taken
    this.#books = books
    this.#concerns = concerns.filter((concern) => this.isRight(concern))
  }

  /** Whether something that needs a person is so in truth. */
  isRight(concern: Concern): boolean {
    const { trouble, clockDifferenceMs } = this.#truth
    if (concern.kind === 'clock_offset') return Math.abs(clockDifferenceMs) > NEARLY_A_MINUTE_MS
    if (trouble.kind === 'shared account') return concern.details['isUnreadable'] === true
    if (trouble.kind === 'older copy') return this.#isOfLostPayment(concern)
    return trouble.kind === 'other keys' && isOfOtherKeys(concern, trouble.providers)
  }

  /** An older copy does not know the payer's name of an order that PayPal has forgotten since. */
  get mayBeNameless(): boolean {
    return this.#truth.trouble.kind === 'older copy'
  }

  /** Whether the host reads of a payment that the ledger does not have as the provider does. */
  ofPayment(payment: TakenPayment): boolean {
    const { ref, paymentId, reference } = payment
    if (this.#isToldElsewhere(payment)) return true
    return this.#concerns.some(
      ({ details }) =>
        details['paymentRef'] === ref ||
        details['captureId'] === paymentId ||
        (reference !== null && details['checkoutId'] === reference),
    )
  }

  ofCheckout({ id, provider_ref }: { id: string; provider_ref: string | null }): boolean {
    const payments = this.#taken.filter(({ reference }) => reference === id)
    if (payments.some((payment) => this.#isToldElsewhere(payment))) return true
    return this.#concerns.some(
      ({ details }) =>
        details['checkoutId'] === id ||
        (provider_ref !== null && details['paymentRef'] === provider_ref),
    )
  }

  ofEvent(eventId: string): boolean {
    return this.#concerns.some(({ details }) => details['eventId'] === eventId)
  }

  /** What the host should read and does not. */
  findUntold(): string[] {
    const { trouble, clockDifferenceMs } = this.#truth
    const isFar = trouble.kind === 'wrong clock' && Math.abs(clockDifferenceMs) > 300_000
    const isTold = this.#concerns.some(({ kind }) => kind === 'clock_offset')
    return isFar && !isTold ? [`nobody is told that the clock is ${clockDifferenceMs} ms away`] : []
  }

  /** Returns whether the host reads that payments of the account whose keys are gone are not followed. */
  #isToldElsewhere({ provider, account }: TakenPayment): boolean {
    const { trouble } = this.#truth
    if (trouble.kind !== 'other keys' || !trouble.providers.includes(provider)) return false
    const current = trouble.backAfterMs === undefined ? 'the other account' : 'our account'
    const isTold = this.#concerns.some(
      (concern) => concern.kind === 'payments_elsewhere' && concern.provider === provider,
    )
    return account !== current && isTold
  }

  /** Returns whether an older copy has lost the payment, of which events and statements still tell. */
  #isOfLostPayment({ kind, subject, details }: Concern): boolean {
    const { paymentRef, captureId } = details
    const { checkouts, entries } = this.#books
    if (kind === 'statement_drift') return !checkouts.some(({ id }) => id === subject)
    if (kind !== 'event_parked' && kind !== 'event_waiting') return false
    const isKnown =
      checkouts.some(({ provider_ref }) => provider_ref === (paymentRef ?? '')) ||
      entries.some(({ object_id }) => object_id === (captureId ?? ''))
    return !isKnown
  }
}

const OTHER_KEYS_KINDS: ReadonlySet<string> = new Set([
  'event_parked',
  'event_waiting',
  'checkout_not_reconciled',
  'payments_elsewhere',
])

function isOfOtherKeys({ kind, provider, message }: Concern, changed: readonly string[]): boolean {
  if (provider === null || !changed.includes(provider)) return false
  if (kind === 'payment_in_review') return /does not know this (session|order)/.test(message)
  return OTHER_KEYS_KINDS.has(kind)
}
