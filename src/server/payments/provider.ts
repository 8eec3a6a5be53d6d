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
export type { CapturedPayment, MoneyHistory, Movement, ObjectRef } from './reading/money-history.ts'

/** What a provider is asked to collect. Every field was fixed by the server before the call. */
export interface PaymentRequest {
  checkoutId: string
  donationId: string
  /** Names the payer's account by an id that says nothing of them. */
  accountId: string
  amountCents: number
  /** Reused when the same request is repeated after an unclear answer. */
  idempotencyKey: string
  /** The page's origin, without a trailing slash, to which a hosted page sends the payer back. */
  returnUrl: string
  /**
   * The time after which the payer can no longer pay, where the provider has such a thing: Unix ms by
   * the provider's clock.
   */
  expiresAt: number
}

/** The provider's own object for a request: a Checkout Session, an order. */
export interface StartedPayment {
  ref: string
  /** The hosted page, where the provider has one. */
  url: string | null
}

/** Money that a provider says it has taken for us. */
export interface Capture {
  /** The charge's or capture's id. */
  id: string
  amountCents: number
  /** ISO 4217, upper case. */
  currency: string
  /** What refunds have taken, as the capture itself says; null where it does not. */
  refundedCents: number | null
  /** When it was taken, Unix ms by the provider's clock; null where it does not say. */
  capturedAt: number | null
}

/**
 * What the provider says of a payment now. `approved` waits for our capture; `processing` is money
 * on its way that may still fail; `declined` may be tried again by the payer.
 */
export type PaymentStatus =
  | { status: 'awaiting_payer' }
  | { status: 'approved' }
  | { status: 'declined' }
  | {
      status: 'processing'
      /** The capture whose money is under way, where there is one. */
      captureId?: string
    }
  | {
      status: 'paid'
      capture: Capture
      /** Whether the provider hints that money has gone back since, or is contested. */
      hasMoved: boolean
    }
  | {
      status: 'failed'
      reason: string
      /** Whether the payer's own bank or wallet said no, and no `DeclinedAttempt` tells of it. */
      isDecline: boolean
    }
  | { status: 'expired' }

export type Payment = PaymentStatus & {
  ref: string
  /** Our checkout id as the provider kept it; null where it kept none, or another installation's. */
  checkoutId: string | null
  /** What the provider was asked to collect, as it says itself. */
  amountCents: number
  currency: string
  livemode: boolean
  /** The payer's given name as the provider has it, untrusted text; null where it has none. */
  payerName: string | null
  /** The donation and the account that its creator has named; null where they named none. */
  donationId: string | null
  accountId: string | null
}

/** A session or order that names a checkout of ours. */
export interface PaymentOwner extends CheckoutClaim {
  ref: string
}

/** An attempt to pay that was declined on the provider's own page. */
export interface DeclinedAttempt {
  /** Our checkout id as the provider kept it. */
  checkoutId: string
  /** Unix ms, by our clock. */
  at: number
}

/** A verified webhook event. It is a hint to look at `paymentRef`, never a source of truth. */
export interface ProviderEvent {
  /** The provider's id for the event: the same one when it is delivered again. */
  id: string
  type: string
  /** The session or order that the event concerns; null where the event itself does not say. */
  paymentRef: string | null
  /**
   * The charge or capture that the event concerns, as `Capture.id` names it; null where the event
   * does not say. Refunds and disputes often name this alone.
   */
  captureId: string | null
  /** Further charges or captures that it concerns: a dispute may be over several. */
  otherCaptureIds: string[]
  /** The refund or dispute that it tells of; null where it tells of none. */
  object: ObjectRef | null
  /** Null where the event tells of no decline, or not of one of ours. */
  declined: DeclinedAttempt | null
  /**
   * The checkout that the event's own object names; `foreign` where other software or another
   * installation made the object, null where the event does not say.
   */
  claim: CheckoutClaim | 'foreign' | null
}

/** An event as the provider's own list has it, with the text that tells of it. */
export interface ListedEvent extends ProviderEvent {
  payload: string
}

/** Something of the provider's that may have changed; either field leads to the payment. */
export type Hint = Pick<ProviderEvent, 'paymentRef' | 'captureId'>

/** Whether our key may do something that we need. */
export interface ProbeResult {
  /** The thing that it may do, after 'may'. */
  what: string
  /** Whether we can do without. */
  isOptional: boolean
  /** `unavailable` where the provider has not told. */
  state: 'ok' | 'denied' | 'unavailable'
  /** Says so to the host; where it is denied, also what to do. */
  sentence: string
}

/**
 * A payment provider in our words. Calls fail with an AppError: `unavailable` or
 * `deadline-exceeded` when it is not known whether anything happened (`unavailable` as a
 * `ProviderDeniedError` when our key is not taken, and nothing happened), `failed-precondition` when
 * the provider refused and nothing happened, `not-found` for a ref that it does not know.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  readonly livemode: boolean
  /**
   * Names the account that our keys are of, without telling it; null until the provider has said, or
   * `probe` has asked.
   */
  readonly account: string | null
  /** The provider's time; the times that it is asked by, and those that it tells, are of it. */
  readonly clock: Pick<ProviderClock, 'now' | 'offsetMs'>
  /** The account's own list of what moved its money. */
  readonly statement: StatementSource
  /** Has `listener` called whenever the provider denies our key something, probes included. */
  onDenied(listener: () => void): void
  /** Asks, by harmless reads, whether our key may do each thing that we need. Never fails. */
  probe(): Promise<ProbeResult[]>
  /** Creates the session or order; the same `idempotencyKey` never creates a second one. */
  start(request: PaymentRequest): Promise<StartedPayment>
  /**
   * Fetches the truth; a provider that has forgotten the ref may still know the capture that it has
   * brought, where that is given.
   */
  find(ref: string, captureId?: string | null): Promise<Payment>
  /**
   * Takes the money of an `approved` payment and answers as `find` does afterwards. While it is
   * not known what became of an attempt, the next one takes the same `idempotencyKey`; after
   * `declined` it takes another, since the provider may repeat its old answer for the old key.
   */
  capture(ref: string, idempotencyKey: string): Promise<Payment>
  /**
   * What became of a captured payment's money. Of the `expected` objects, those that the provider
   * does not list are fetched one by one. Fails with `failed-precondition` for money in another
   * currency than ours, and as other calls do where no part can be read.
   */
  findHistory(payment: CapturedPayment): Promise<MoneyHistory>
  /**
   * Gives back all that is left of a capture, and returns the refund; null where nothing was left. The
   * same `idempotencyKey` never gives back twice. A refund may be under way for days, and still fail.
   */
  refund(captureId: string, idempotencyKey: string): Promise<ObjectRef | null>
  /** Returns whose a payment is; undefined where it names no checkout, or another installation. */
  findOwner(hint: Hint): Promise<PaymentOwner | undefined>
  /**
   * Sees to it that nobody can pay any more, where the provider has such a thing; a payment that is
   * made already stays made.
   */
  cancel(ref: string): Promise<void>
  /** The events that we follow, of `since` (Unix ms, the provider's) and later, oldest first. */
  listEvents(since: number): Promise<Listing<ListedEvent>>
  /**
   * What changed since then by other lists than that of the events, which come late or not at all;
   * none where the provider has no such list.
   */
  listChanges(since: number): Promise<Listing<Hint>>
  /** Takes the payments that another installation's id marks for ours too, from now on. */
  adopt(installationId: string): void
  /**
   * Lists what was paid under the mark of any installation of this software, page by page, the newest
   * first of each list, as far back as the provider tells. A payment may be listed more than once. A
   * page fails as other calls do.
   */
  listMarked(): AsyncIterable<MarkedPage>
  /**
   * Fails with `invalid-argument` when the signature is missing or wrong, or the event is too old,
   * from the future or of another mode; with `unavailable` or `deadline-exceeded` while it cannot
   * be verified.
   */
  verifyEvent(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProviderEvent>
}
