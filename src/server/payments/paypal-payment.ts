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

function weigh({ status }: OrderCapture): number {
  if (status === 'PENDING') return 1
  return status === 'DECLINED' || status === 'FAILED' ? 0 : 2
}

function toStatus({ status, purchase_units: [{ payments }] }: Order): PaymentStatus {
  const capture = findDecidingCapture(payments?.captures ?? [])
  if (capture !== undefined) return toCaptureStatus(capture, (payments?.refunds ?? []).length > 0)
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

/** A refund does not undo that the money was taken: it is a movement of its own. */
function toCaptureStatus({ id, status, amount }: OrderCapture, hasRefunds: boolean): PaymentStatus {
  switch (status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return {
        status: 'paid',
        capture: { id, ...amount },
        hasMoved: hasRefunds || status !== 'COMPLETED',
      }
    case 'PENDING':
      return { status: 'processing' }
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
