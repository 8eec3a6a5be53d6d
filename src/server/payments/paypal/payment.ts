import type { Payment, PaymentStatus } from '../provider.ts'
import { readClaim } from '../claims.ts'
import type { Order, OrderCapture } from './api/schemas.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'

export interface ReadOptions {
  livemode: boolean
  ownIds: ReadonlySet<string>
  note: NoteUnknown
}

/** Converts an order. Throws if it contradicts itself. */
export function toPayment(order: Order, { livemode, ownIds, note }: ReadOptions): Payment {
  const [unit] = order.purchase_units
  return {
    ...toStatus(order, note),
    ref: order.id,
    checkoutId: readClaim(unit.custom_id ?? '', ownIds)?.checkoutId ?? null,
    ...unit.amount,
    livemode,
    payerName: findGivenName(order),
    donationId: unit.invoice_id ?? null,
    accountId: unit.reference_id ?? null,
  }
}

const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

/**
 * Returns the capture that decides the status: one that was taken before one that is pending, and
 * both before one that failed.
 */
function findDecidingCapture(captures: OrderCapture[]): OrderCapture | undefined {
  return captures.toSorted((a, b) => weigh(b) - weigh(a))[0]
}

function weigh(capture: OrderCapture): number {
  const { status } = capture
  if (TAKEN.has(status) || isHeldAfterwards(capture)) return 2
  return status === 'DECLINED' || status === 'FAILED' ? 0 : 1
}

function toStatus(order: Order, note: NoteUnknown): PaymentStatus {
  const { status } = order
  const { payments } = order.purchase_units[0]
  const capture = findDecidingCapture(payments?.captures ?? [])
  if (capture === undefined) return toOrderStatus(status, note)
  // After a declined capture the payer may have approved another funding source.
  if (status === 'APPROVED' && weigh(capture) === 0) return { status: 'approved' }
  return toCaptureStatus(capture, (payments?.refunds ?? []).length > 0, note)
}

/** Returns the status of an order that has no capture. */
function toOrderStatus(status: Order['status'], note: NoteUnknown): PaymentStatus {
  switch (status) {
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { status: 'awaiting_payer' }
    case 'APPROVED':
      return { status: 'approved' }
    case 'VOIDED':
      return { status: 'expired' }
    case 'COMPLETED':
      throw new Error('A completed order has no capture.')
    default:
      note('order status', status)
      return { status: 'processing' }
  }
}

/**
 * Returns whether a PENDING capture was taken before: a dispute holds its money, which is recorded
 * as a separate movement.
 */
function isHeldAfterwards({ status, status_details }: OrderCapture): boolean {
  const reason = status_details?.reason
  return status === 'PENDING' && (reason === 'BUYER_COMPLAINT' || reason === 'CHARGEBACK')
}

/**
 * Returns the payment's status by its capture. A refunded capture counts as paid, since a refund is
 * a separate movement.
 */
export function toCaptureStatus(
  taken: OrderCapture,
  hasRefunds: boolean,
  note: NoteUnknown,
): PaymentStatus {
  const { id, status, amount } = taken
  const times = { capturedAt: taken.create_time || null, changedAt: taken.update_time || null }
  const capture = { id, ...amount, refundedCents: null, ...times }
  switch (status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return { status: 'paid', capture, hasMoved: hasRefunds || status !== 'COMPLETED' }
    case 'PENDING':
      return isHeldAfterwards(taken)
        ? { status: 'paid', capture, hasMoved: true }
        : { status: 'processing', captureId: id }
    case 'DECLINED':
    case 'FAILED':
      return { status: 'failed', reason: `PayPal says ${status}.`, isDecline: true }
    default:
      note('capture status', status)
      return { status: 'processing' }
  }
}

/**
 * Returns the payer's given name. `payer` is deprecated, but the only place of the name in some
 * responses.
 */
function findGivenName({ payment_source, payer }: Order): string | null {
  const name = payment_source?.paypal?.name?.given_name ?? payer?.name?.given_name ?? ''
  return name.trim() === '' ? null : name.trim()
}
