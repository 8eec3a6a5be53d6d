import type { DisputeRecord, DisputedTransactionRecord } from './dispute-records.ts'
import type { CaptureRecord, OrderRecord, RefundRecord } from './records.ts'

/** The fields that every new object has. */
interface BaseFields {
  id: string
  /** Unix ms. */
  createdAt: number
  /** The time from which reads show it, Unix ms. */
  shownAt: number
}

export type OrderDraft = Omit<
  OrderRecord,
  'id' | 'createdAt' | 'updatedAt' | 'payer' | 'captureId' | 'approvals' | 'shownAt' | 'isForgotten'
>

/** A requested refund; all that is left without an amount. */
export type RefundRequest = { amountCents: number; currency?: string } | undefined

export function newOrder(base: BaseFields, draft: OrderDraft): OrderRecord {
  return {
    ...draft,
    ...base,
    updatedAt: base.createdAt,
    payer: null,
    captureId: null,
    approvals: 0,
    isForgotten: false,
  }
}

export function newCapture(
  base: BaseFields,
  { id: orderId, amountCents, currency, customId, invoiceId }: OrderRecord,
  status: CaptureRecord['status'],
): CaptureRecord {
  return {
    ...base,
    orderId,
    updatedAt: base.createdAt,
    status,
    amountCents,
    refundedCents: 0,
    refundIds: [],
    currency,
    customId,
    invoiceId,
    isForeign: false,
  }
}

/**
 * Creates the capture of a payment for other software in the same account, with an order id that
 * nobody reads.
 */
export function newForeignCapture(base: BaseFields, amountCents: number): CaptureRecord {
  return {
    ...base,
    orderId: base.id,
    updatedAt: base.createdAt,
    status: 'COMPLETED',
    amountCents,
    refundedCents: 0,
    refundIds: [],
    currency: 'USD',
    customId: 'another-shop',
    invoiceId: null,
    isForeign: true,
  }
}

export function newRefund(
  base: BaseFields,
  { id: captureId, currency, customId, invoiceId }: CaptureRecord,
  given: Pick<RefundRecord, 'amountCents' | 'status'>,
): RefundRecord {
  return { ...base, ...given, captureId, currency, customId, invoiceId }
}

export type DisputeDraft = Pick<DisputeRecord, 'stage' | 'holdsCaptures'>

export function newDispute(
  base: BaseFields,
  transactions: DisputedTransactionRecord[],
  given: DisputeDraft & Pick<DisputeRecord, 'amountCents' | 'currency'>,
): DisputeRecord {
  return {
    ...base,
    ...given,
    transactions,
    updatedAt: base.createdAt,
    isUnderReview: false,
    outcome: null,
    amountRefundedCents: null,
  }
}

export function newDisputedTransaction(
  captureId: string,
  grossCents: number,
): DisputedTransactionRecord {
  return { captureId, grossCents, heldCents: 0, paidCents: 0, refundedCents: 0 }
}
