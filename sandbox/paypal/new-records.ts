import { unprocessable } from './errors.ts'
import type { CaptureRecord, DisputeRecord, OrderRecord, RefundRecord } from './records.ts'

/** What every new object has of its own. */
interface Birth {
  id: string
  /** Unix ms. */
  createdAt: number
}

export type OrderDraft = Omit<OrderRecord, 'id' | 'createdAt' | 'updatedAt' | 'payer' | 'captureId'>

/** What somebody wants back; all that is left without an amount. */
export type AskedRefund = { amountCents: number; currency?: string } | undefined

export function newOrder(birth: Birth, draft: OrderDraft): OrderRecord {
  return { ...draft, ...birth, updatedAt: birth.createdAt, payer: null, captureId: null }
}

export function newCapture(
  birth: Birth,
  { id: orderId, amountCents, currency, customId, invoiceId }: OrderRecord,
  status: 'COMPLETED' | 'PENDING',
): CaptureRecord {
  return {
    ...birth,
    orderId,
    updatedAt: birth.createdAt,
    status,
    amountCents,
    refundedCents: 0,
    refundIds: [],
    currency,
    customId,
    invoiceId,
  }
}

/** Refuses what the capture cannot give. */
export function newRefund(birth: Birth, capture: CaptureRecord, asked: AskedRefund): RefundRecord {
  const { id: captureId, currency, customId, invoiceId } = capture
  const amountCents = readRefundable(capture, asked)
  return { ...birth, captureId, amountCents, currency, customId, invoiceId }
}

/** Over what the capture still has. */
export function newDispute(birth: Birth, capture: CaptureRecord): DisputeRecord {
  const { id: captureId, amountCents, refundedCents, currency } = capture
  return {
    ...birth,
    captureId,
    updatedAt: birth.createdAt,
    amountCents: amountCents - refundedCents,
    currency,
    outcome: null,
  }
}

function readRefundable(
  { status, amountCents, refundedCents, currency }: CaptureRecord,
  asked: AskedRefund,
): number {
  const left = amountCents - refundedCents
  if (status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED')
  if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (asked === undefined) return left
  if ((asked.currency ?? currency) !== currency) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  if (asked.amountCents > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  return asked.amountCents
}
