import type { Payment, PaymentStatus } from '../provider.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'
import { readMetadata } from './claims.ts'
import type { Session } from './schemas.ts'

/** Converts a Checkout Session. Throws if it contradicts itself. */
export function toPayment(
  session: Session,
  { ownIds, note }: { ownIds: ReadonlySet<string>; note: NoteUnknown },
): Payment {
  return {
    ...toStatus(session, note),
    ref: session.id,
    checkoutId: readMetadata(session.metadata, ownIds)?.checkoutId ?? null,
    amountCents: session.amount_total,
    currency: session.currency.toUpperCase(),
    livemode: session.livemode,
    payerName: findGivenName(session),
    donationId: session.metadata?.['donation_id'] ?? null,
    accountId: session.metadata?.['account_id'] ?? null,
  }
}

/**
 * Returns the status of a session. A completed session is not a paid one: `payment_status` says
 * whether the money came, and the amount that came is the charge's, not the session's.
 */
function toStatus(session: Session, note: NoteUnknown): PaymentStatus {
  const status = session.status ?? 'none'
  switch (status) {
    case 'open':
      return { status: 'awaiting_payer' }
    case 'expired':
      return { status: 'expired' }
    case 'complete':
      return toCompletedStatus(session, note)
    default:
      note('session status', status)
      // Only the charge decides; without one the payment is still processing.
      return toCompletedStatus(session, note)
  }
}

function toCompletedStatus(
  { payment_status, payment_intent }: Session,
  note: NoteUnknown,
): PaymentStatus {
  switch (payment_status) {
    case 'no_payment_required':
      return { status: 'failed', reason: 'Nothing was to be paid.', isDecline: false }
    case 'unpaid':
      return toUnpaidStatus(payment_intent)
    case 'paid':
      return toPaidStatus(payment_intent)
    default:
      note('session payment status', payment_status)
      return { status: 'processing' }
  }
}

/**
 * Returns the status of a completed session without money, as delayed payment methods leave it
 * until the money comes or fails.
 */
function toUnpaidStatus(intent: Session['payment_intent']): PaymentStatus {
  if (intent?.status !== 'requires_payment_method' && intent?.status !== 'canceled') {
    return { status: 'processing' }
  }
  const code = intent.last_payment_error?.code ?? intent.status
  // Not a decline here: Stripe sends a separate event for each declined attempt.
  return { status: 'failed', reason: `The payment failed: ${code}.`, isDecline: false }
}

function toPaidStatus(intent: Session['payment_intent']): PaymentStatus {
  const charge = intent?.latest_charge
  if (charge === null || charge === undefined) throw new Error('A paid session has no charge.')
  return {
    status: 'paid',
    capture: {
      id: charge.id,
      amountCents: charge.amount_captured,
      currency: charge.currency.toUpperCase(),
      refundedCents: charge.amount_refunded,
      capturedAt: charge.created === undefined ? null : charge.created * 1000,
      changedAt: null,
    },
    hasMoved: charge.amount_refunded > 0 || charge.disputed,
  }
}

/**
 * Returns the first word of the name on the card. A name in a script without spaces is one word,
 * which stays whole.
 */
function findGivenName({ customer_details, payment_intent }: Session): string | null {
  const name = customer_details?.name ?? payment_intent?.latest_charge?.billing_details?.name
  return /\S+/u.exec(name ?? '')?.[0] ?? null
}
