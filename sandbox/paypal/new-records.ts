import type { DisputeRecord, ShareRecord } from './dispute-records.ts'
import type { CaptureRecord, OrderRecord, RefundRecord } from './records.ts'

/** What every new object has of its own. */
interface Birth {
  id: string
  /** Unix ms. */
  createdAt: number
  /** When reads begin to show it, Unix ms. */
  shownAt: number
}

export type OrderDraft = Omit<
  OrderRecord,
  'id' | 'createdAt' | 'updatedAt' | 'payer' | 'captureId' | 'approvals' | 'shownAt' | 'isForgotten'
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
    isForgotten: false,
  }
}

export function newCapture(
  birth: Birth,
  { id: orderId, amountCents, currency, customId, invoiceId }: OrderRecord,
  status: CaptureRecord['status'],
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
    isForeign: false,
  }
}

/** Something that other software in the same account was paid for, by an order that nobody asks for. */
export function newForeignCapture(birth: Birth, amountCents: number): CaptureRecord {
  return {
    ...birth,
    orderId: birth.id,
    updatedAt: birth.createdAt,
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
  birth: Birth,
  { id: captureId, currency, customId, invoiceId }: CaptureRecord,
  given: Pick<RefundRecord, 'amountCents' | 'status'>,
): RefundRecord {
  return { ...birth, ...given, captureId, currency, customId, invoiceId }
}

export type DisputeDraft = Pick<DisputeRecord, 'stage' | 'holdsCaptures'>

export function newDispute(
  birth: Birth,
  shares: ShareRecord[],
  given: DisputeDraft & Pick<DisputeRecord, 'amountCents' | 'currency'>,
): DisputeRecord {
  return {
    ...birth,
    ...given,
    shares,
    updatedAt: birth.createdAt,
    isUnderReview: false,
    outcome: null,
    amountRefundedCents: null,
  }
}

export function newShare(captureId: string, grossCents: number): ShareRecord {
  return { captureId, grossCents, heldCents: 0, paidCents: 0, refundedCents: 0 }
}
