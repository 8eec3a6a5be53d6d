import type { Concern } from '#contract/concerns.ts'
import type { Incident } from '../world/incidents.ts'
import type { DatabaseSnapshot } from './database-snapshot.ts'
import type { TakenPayment } from '../providers/providers.ts'

/** The facts of a run, independent of what the server reports. */
export interface ActualConditions {
  incident: Incident
  /** The difference between the providers' clocks and our server's, ms. */
  clockDifferenceMs: number
  /** True if a PayPal dispute took money of several payments, without a word of which. */
  hasSharedDispute: boolean
}

/** The least offset that the server may report: a minute, less some seconds of tolerance. */
const MIN_REPORTED_OFFSET_MS = 55_000

/** The concerns that the server reports, as far as the run's conditions justify them. */
export class ReportedConcerns {
  readonly #concerns: readonly Concern[]
  readonly #conditions: ActualConditions
  readonly #snapshot: DatabaseSnapshot
  readonly #taken: readonly TakenPayment[]

  constructor(
    concerns: readonly Concern[],
    conditions: ActualConditions,
    { snapshot, taken }: { snapshot: DatabaseSnapshot; taken: readonly TakenPayment[] },
  ) {
    this.#conditions = conditions
    this.#taken = taken
    this.#snapshot = snapshot
    this.#concerns = concerns.filter((concern) => this.isJustified(concern))
  }

  /** Returns whether the run's conditions justify the concern. */
  isJustified(concern: Concern): boolean {
    const { incident, clockDifferenceMs, hasSharedDispute } = this.#conditions
    if (concern.kind === 'dispute_unclear' && hasSharedDispute) return true
    // The dispute itself is checked in the ledger's movements.
    if (concern.kind === 'dispute_open') return true
    if (concern.kind === 'clock_offset') return Math.abs(clockDifferenceMs) > MIN_REPORTED_OFFSET_MS
    if (incident.kind === 'shared account') return concern.details['isUnreadable'] === true
    if (incident.kind === 'older copy') return this.#isOfLostPayment(concern)
    return incident.kind === 'other keys' && isOfOtherKeys(concern, incident.providers)
  }

  /** True if a checkout may have been imported after its events came. */
  get mayLackCheckouts(): boolean {
    return this.#conditions.incident.kind === 'older copy'
  }

  /**
   * True if donations may lack a name: an older copy does not know the payer's name of an order
   * that PayPal has forgotten since.
   */
  get mayLackNames(): boolean {
    return this.#conditions.incident.kind === 'older copy'
  }

  /** Returns whether the host is told of a payment that differs between ledger and provider. */
  coversPayment(payment: TakenPayment): boolean {
    const { ref, paymentId, reference } = payment
    if (this.#isOfReplacedAccount(payment)) return true
    return this.#concerns.some(
      ({ details }) =>
        details['paymentRef'] === ref ||
        details['captureId'] === paymentId ||
        (reference !== null && details['checkoutId'] === reference),
    )
  }

  coversCheckout({ id, provider_ref }: { id: string; provider_ref: string | null }): boolean {
    const payments = this.#taken.filter(({ reference }) => reference === id)
    if (payments.some((payment) => this.#isOfReplacedAccount(payment))) return true
    return this.#concerns.some(
      ({ details }) =>
        details['checkoutId'] === id ||
        (provider_ref !== null && details['paymentRef'] === provider_ref),
    )
  }

  coversEvent(eventId: string): boolean {
    return this.#concerns.some(({ details }) => details['eventId'] === eventId)
  }

  /**
   * Returns whether an event is of a payment of the account whose keys were replaced, and the host is
   * told so: the other account does not know it, as it does not know those of other software.
   */
  coversAsElsewhere(event: { payment_ref: string | null; capture_id: string | null }): boolean {
    return this.#taken.some(
      (payment) =>
        (payment.ref === event.payment_ref || payment.paymentId === event.capture_id) &&
        isOfReplacedAccount(payment, this.#conditions.incident) &&
        this.coversPayment(payment),
    )
  }

  /** Returns what the host should be told and is not, one sentence each. */
  findMissing(): string[] {
    const { incident, clockDifferenceMs } = this.#conditions
    const isFar = incident.kind === 'wrong clock' && Math.abs(clockDifferenceMs) > 300_000
    const isReported = this.#concerns.some(({ kind }) => kind === 'clock_offset')
    return isFar && !isReported
      ? [`nobody is told that the clock is ${clockDifferenceMs} ms away`]
      : []
  }

  /**
   * Returns whether the payment is of the account whose keys were replaced, and the host is told
   * so.
   */
  #isOfReplacedAccount(payment: TakenPayment): boolean {
    const isReported = this.#concerns.some(
      ({ kind, provider }) => kind === 'payments_elsewhere' && provider === payment.provider,
    )
    return isReported && isOfReplacedAccount(payment, this.#conditions.incident)
  }

  /**
   * Returns whether the concern is of a payment that the older copy has lost and that events or
   * statements still name.
   */
  #isOfLostPayment({ kind, subject, details }: Concern): boolean {
    const { paymentRef, captureId } = details
    const { checkouts, entries } = this.#snapshot
    if (kind === 'statement_drift') return !checkouts.some(({ id }) => id === subject)
    if (kind !== 'event_parked' && kind !== 'event_waiting') return false
    const isKnown =
      checkouts.some(({ provider_ref }) => provider_ref === (paymentRef ?? '')) ||
      entries.some(({ object_id }) => object_id === (captureId ?? ''))
    return !isKnown
  }
}

/** Returns whether the payment is of an account whose keys the server does not have any more. */
export function isOfReplacedAccount(
  { provider, account }: TakenPayment,
  incident: Incident,
): boolean {
  if (incident.kind !== 'other keys' || !incident.providers.includes(provider)) return false
  const current = incident.backAfterMs === undefined ? 'the other account' : 'our account'
  return account !== current
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
