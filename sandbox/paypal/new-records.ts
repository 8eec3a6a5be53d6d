import type { CaptureRecord, DisputeRecord, OrderRecord, RefundRecord } from './records.ts'

/** What every new object has of its own. */
interface Birth {
  id: string
  /** Unix ms. */
  createdAt: number
}

export type OrderDraft = Omit<
  OrderRecord,
  'id' | 'createdAt' | 'updatedAt' | 'payer' | 'captureId' | 'approvals'
>

/** What somebody wants back; all that is left without an amount. */
export type AskedRefund = { amountCents: number; currency?: string } | undefined

export function newOrder(birth: Birth, draft: OrderDraft): OrderRecord {
  return {
    ...draft,
    ...birth,
    updatedAt: birth.createdAt,
    payer: null,
    captureId: null,
    approvals: 0,
  }
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

export function newRefund(
  birth: Birth,
  { id: captureId, currency, customId, invoiceId }: CaptureRecord,
  given: Pick<RefundRecord, 'amountCents' | 'status'>,
): RefundRecord {
  return { ...birth, ...given, captureId, currency, customId, invoiceId }
}

export function newDispute(
  birth: Birth,
  { id: captureId, currency }: CaptureRecord,
  amountCents: number,
): DisputeRecord {
  return {
    ...birth,
    captureId,
    updatedAt: birth.createdAt,
    amountCents,
    currency,
    isUnderReview: false,
    outcome: null,
  }
}
