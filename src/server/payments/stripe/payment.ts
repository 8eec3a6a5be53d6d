import type { Payment, PaymentStatus } from '../provider.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'
import { readMetadata } from './claims.ts'
import type { Session } from './schemas.ts'

/** A Checkout Session in the port's words. Throws where it contradicts itself. */
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
 * A completed session is not a paid one: `payment_status` says whether the money came, and what
 * came is what the charge says, not what the session was to collect.
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
      // The money alone says what became of it; without any it is waited for.
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

/** Delayed methods leave a completed session unpaid, until the money comes or fails to come. */
function toUnpaidStatus(intent: Session['payment_intent']): PaymentStatus {
  if (intent?.status !== 'requires_payment_method' && intent?.status !== 'canceled') {
    return { status: 'processing' }
  }
  const code = intent.last_payment_error?.code ?? intent.status
  // Stripe tells of each decline by an event of its own.
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
    },
    hasMoved: charge.amount_refunded > 0 || charge.disputed,
  }
}

/**
 * The first word of the name on the card. Scripts that write names without spaces have one word,
 * which stays whole.
 */
function findGivenName({ customer_details, payment_intent }: Session): string | null {
  const name = customer_details?.name ?? payment_intent?.latest_charge?.billing_details?.name
  return /\S+/u.exec(name ?? '')?.[0] ?? null
}
