import type { Payment, PaymentStatus } from './provider.ts'
import type { Order, OrderCapture } from './paypal-schemas.ts'

/** An order in the port's words. Throws where it contradicts itself. */
export function toPayment(order: Order, livemode: boolean): Payment {
  const [unit] = order.purchase_units
  return {
    ...toStatus(order),
    ref: order.id,
    checkoutId: unit.custom_id ?? null,
    ...unit.amount,
    livemode,
    payerName: findGivenName(order),
  }
}

/** Money taken counts before money held back, and both before an attempt that failed. */
function findDecidingCapture(captures: OrderCapture[]): OrderCapture | undefined {
  return captures.toSorted((a, b) => weigh(b) - weigh(a))[0]
}

function weigh(capture: OrderCapture): number {
  const { status } = capture
  if (status === 'PENDING') return isHeldAfterwards(capture) ? 2 : 1
  return status === 'DECLINED' || status === 'FAILED' ? 0 : 2
}

function toStatus({ status, purchase_units: [{ payments }] }: Order): PaymentStatus {
  const capture = findDecidingCapture(payments?.captures ?? [])
  if (capture === undefined) return toOrderStatus(status)
  // After a declined capture the payer may have approved another way to pay.
  if (status === 'APPROVED' && weigh(capture) === 0) return { status: 'approved' }
  return toCaptureStatus(capture, (payments?.refunds ?? []).length > 0)
}

/** The status of an order that has no capture. */
function toOrderStatus(status: Order['status']): PaymentStatus {
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
  }
}

/**
 * Whether a capture that reads PENDING was taken before: a dispute holds its money, which is a
 * movement of its own.
 */
function isHeldAfterwards({ status_details }: OrderCapture): boolean {
  const reason = status_details?.reason
  return reason === 'BUYER_COMPLAINT' || reason === 'CHARGEBACK'
}

/** A refund does not undo that the money was taken: it is a movement of its own. */
function toCaptureStatus(taken: OrderCapture, hasRefunds: boolean): PaymentStatus {
  const { id, status, amount } = taken
  const capture = { id, ...amount, refundedCents: null }
  switch (status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return { status: 'paid', capture, hasMoved: hasRefunds || status !== 'COMPLETED' }
    case 'PENDING':
      return isHeldAfterwards(taken)
        ? { status: 'paid', capture, hasMoved: true }
        : { status: 'processing' }
    case 'DECLINED':
    case 'FAILED':
      return { status: 'failed', reason: `PayPal says ${status}.`, isDecline: true }
  }
}

/** `payer` is deprecated, and still the only place in some answers. */
function findGivenName({ payment_source, payer }: Order): string | null {
  const name = payment_source?.paypal?.name?.given_name ?? payer?.name?.given_name ?? ''
  return name.trim() === '' ? null : name.trim()
}
