import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { CheckoutClaim } from './claims.ts'
import type { Listing } from './reading/listing.ts'
import type { CapturedPayment, MoneyHistory, ObjectRef } from './reading/money-history.ts'
import type { MarkedPage } from './reading/marked-payments.ts'
import type { ProviderClock } from './provider-clock.ts'
import type { StatementSource } from './reading/statement.ts'

export type { CheckoutClaim } from './claims.ts'
export type { Listing, UnreadableItem } from './reading/listing.ts'
export type {
  CapturedPayment,
  DisputeState,
  MoneyHistory,
  Movement,
  ObjectRef,
} from './reading/money-history.ts'

/** The request for a payment. The server has fixed every field before the call. */
export interface PaymentRequest {
  checkoutId: string
  donationId: string
  /** The id of the payer's account, which reveals nothing about them. */
  accountId: string
  amountCents: number
  /** The key that is used again when the same request is repeated after an unclear response. */
  idempotencyKey: string
  /** The page's origin, without a trailing slash, to which a hosted page returns the payer. */
  returnUrl: string
  /**
   * The time after which the payer can no longer pay, if the provider supports it: Unix ms by the
   * provider's clock.
   */
  expiresAt: number
}

/** The provider's object for a request: a Checkout Session or an order. */
export interface StartedPayment {
  ref: string
  /** The URL of the hosted page; null if the provider has none. */
  url: string | null
}

/** Money that a provider says it has taken for us. */
export interface Capture {
  /** The charge's or capture's id. */
  id: string
  amountCents: number
  /** ISO 4217 code in upper case. */
  currency: string
  /** The sum of the refunds according to the capture itself; null if it does not contain it. */
  refundedCents: number | null
  /** The time of the capture, Unix ms by the provider's clock; null if it is not known. */
  capturedAt: number | null
  /**
   * The time of its last change, Unix ms by the provider's clock: for one that was pending, of its
   * completion; null if it is not known.
   */
  changedAt: number | null
  /** True if its provider says that it was pending at first; others are known by their checkout. */
  wasPending?: boolean
}

/**
 * The current status of a payment. `approved` waits for our capture; `processing` is money on its
 * way that may still fail; after `declined` the payer may try again.
 */
export type PaymentStatus =
  | { status: 'awaiting_payer' }
  | { status: 'approved' }
  | { status: 'declined' }
  | {
      status: 'processing'
      /** The pending capture, if there is one. */
      captureId?: string
    }
  | {
      status: 'paid'
      capture: Capture
      /** True if money may have been returned since, or is disputed. */
      hasMoved: boolean
    }
  | {
      status: 'failed'
      reason: string
      /** True if the payer's own bank or wallet declined, and no `DeclinedAttempt` reports it. */
      isDecline: boolean
    }
  | { status: 'expired' }

export type Payment = PaymentStatus & {
  ref: string
  /** Our checkout id as the provider kept it; null if it has none, or another installation's. */
  checkoutId: string | null
  /** The amount that the provider was asked to collect, according to the provider. */
  amountCents: number
  currency: string
  livemode: boolean
  /** The payer's given name at the provider, untrusted text; null if it has none. */
  payerName: string | null
  /** The donation and the account that we named at the creation; null if they are missing. */
  donationId: string | null
  accountId: string | null
}

/** A session or order that names a checkout of ours. */
export interface PaymentOwner extends CheckoutClaim {
  ref: string
}

/** An attempt to pay that was declined on the provider's own page. */
export interface DeclinedAttempt {
  /** The checkout id as the provider kept it. */
  checkoutId: string
  /** The time of the decline, Unix ms by our clock. */
  at: number
}

/** A verified webhook event. It points to the payment to fetch, and is never a source of truth. */
export interface ProviderEvent {
  /** The provider's id of the event, which is the same when it is delivered again. */
  id: string
  type: string
  /** The session or order of the event; null if the event does not name it. */
  paymentRef: string | null
  /**
   * The charge or capture of the event, as in `Capture.id`; null if the event does not name it.
   * Refunds and disputes often name only this.
   */
  captureId: string | null
  /** Further charges or captures of the event: a dispute may be over several. */
  otherCaptureIds: string[]
  /** The refund or dispute of the event; null if it has none. */
  object: ObjectRef | null
  /** The declined attempt of the event; null if it reports none, or not one of ours. */
  declined: DeclinedAttempt | null
  /**
   * The checkout that the event's object names; `foreign` if other software or another installation
   * created the object, null if the event does not say.
   */
  claim: CheckoutClaim | 'foreign' | null
}

/** An event of the provider's own list, with the JSON text of the event. */
export interface ListedEvent extends ProviderEvent {
  payload: string
}

/** A payment that may have changed, by its session or order, or by a charge or capture of it. */
export type PaymentPointer = Pick<ProviderEvent, 'paymentRef' | 'captureId'>

/** The result of testing whether our key has a permission that we need. */
export interface ProbeResult {
  /** The permitted action, in words that follow 'may'. */
  what: string
  /** True if we can do without it. */
  isOptional: boolean
  /** The result; `unavailable` if the provider could not be asked. */
  state: 'ok' | 'denied' | 'unavailable'
  /** The sentence for the host, with the remedy if the permission is denied. */
  sentence: string
}

/**
 * A payment provider. Calls fail with an AppError: `unavailable` or `deadline-exceeded` if it is
 * unknown whether anything happened (a `ProviderDeniedError` if our key is rejected, and nothing
 * happened), `failed-precondition` if the provider refused and nothing happened, `not-found` for a
 * ref that it does not know.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  readonly livemode: boolean
  /**
   * A name of the account of our keys, which does not reveal its id; null until `identify` or
   * `probe` has learned it.
   */
  readonly account: string | null
  /** The provider's clock; times in calls to it and in its results are by this clock. */
  readonly clock: Pick<ProviderClock, 'now' | 'localNow' | 'offsetMs' | 'toProviderAtMost'>
  /** The account's own statement of its money. */
  readonly statement: StatementSource
  /** Learns the account of our keys, if it is not known yet. Throws `unavailable`. */
  identify(): Promise<void>
  /** Registers `listener` for every denial of our key, also of probes. */
  onDenied(listener: () => void): void
  /** Tests by harmless requests whether our key has each permission that we need. Never fails. */
  probe(): Promise<ProbeResult[]>
  /** Creates the session or order; the same `idempotencyKey` never creates a second one. */
  start(request: PaymentRequest): Promise<StartedPayment>
  /**
   * Fetches the payment's current state. A provider that has deleted the ref may still have its
   * capture, if `captureId` is given.
   */
  find(ref: string, captureId?: string | null): Promise<Payment>
  /**
   * Captures an `approved` payment and returns what `find` returns afterwards. While the result of
   * an attempt is unknown, the next one uses the same `idempotencyKey`; after `declined` it uses
   * another, since the provider may repeat its old response for the old key.
   */
  capture(ref: string, idempotencyKey: string): Promise<Payment>
  /**
   * Returns the refunds and disputes of a captured payment. Of the `expected` objects, those that
   * the provider does not list are fetched one by one. Throws `failed-precondition` for money in
   * another currency than ours, and as other calls do if no part can be read.
   */
  findHistory(payment: CapturedPayment): Promise<MoneyHistory>
  /**
   * Refunds a part of a capture, or all that is left of it, and returns the refund, or null if
   * nothing was left. The same `idempotencyKey` never refunds twice while the provider remembers
   * it, which is a day or longer. A refund may be pending for days, and still fail.
   */
  refund(captureId: string, idempotencyKey: string, amountCents?: number): Promise<ObjectRef | null>
  /** Returns the owner of a payment; undefined if it names no checkout, or another installation. */
  findOwner(pointer: PaymentPointer): Promise<PaymentOwner | undefined>
  /**
   * Prevents any further payment, if the provider supports it; a payment that was made stays made.
   */
  cancel(ref: string): Promise<void>
  /**
   * Lists the events of the types we follow since a time (Unix ms by the provider's clock), oldest
   * first.
   */
  listEvents(since: number): Promise<Listing<ListedEvent>>
  /**
   * Lists what changed since then by other lists than that of the events, which may be late or
   * lost; empty if the provider has no such list.
   */
  listChanges(since: number): Promise<Listing<PaymentPointer>>
  /** Treats payments with the mark of another installation as ours from now on. */
  adopt(installationId: string): void
  /**
   * Lists the payments with the mark of any installation of this software, page by page, the newest
   * first of each list, as far back as the provider keeps them. A payment may be listed more than
   * once. A page fails as other calls do.
   */
  listMarked(): AsyncIterable<MarkedPage>
  /**
   * Verifies and parses an event. Throws `invalid-argument` if the signature is missing or wrong,
   * or the event is too old, from the future or of another mode; `unavailable` or
   * `deadline-exceeded` while it cannot be verified.
   */
  verifyEvent(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProviderEvent>
}
