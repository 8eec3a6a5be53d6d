import type { DisputeRecord, DisputedTransactionRecord } from '../records/dispute-records.ts'
import { toMoney, toTime } from './fields.ts'
import type { ApiUrls } from './objects.ts'
import type { PaypalState } from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'

/**
 * Returns a dispute as the API shows it:
 * https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get
 */
export function toDispute(dispute: DisputeRecord, state: PaypalState, apiUrls: ApiUrls) {
  const { transactions, outcome, amountRefundedCents, currency } = dispute
  const refunded = amountRefundedCents === null ? {} : toRefunded(amountRefundedCents, currency)
  return {
    ...toDisputeSummary(dispute, apiUrls),
    ...(outcome === null
      ? { seller_response_due_date: toTime(dispute.createdAt + RESPONSE_MS) }
      : {}),
    disputed_transactions: transactions.map((transaction) =>
      toTransaction(transaction, state, currency),
    ),
    ...(outcome === null ? {} : { dispute_outcome: { outcome_code: outcome, ...refunded } }),
  }
}

/** The time that PayPal leaves to respond to a dispute, ms. */
const RESPONSE_MS = 10 * 24 * 60 * 60 * 1000

/** Returns a dispute as lists show it. */
export function toDisputeSummary(dispute: DisputeRecord, { api }: ApiUrls) {
  return {
    dispute_id: dispute.id,
    create_time: toTime(dispute.createdAt),
    update_time: toTime(dispute.updatedAt),
    reason: dispute.stage === 'INQUIRY' ? 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' : 'UNAUTHORISED',
    status: toDisputeStatus(dispute),
    dispute_amount: toMoney(dispute.amountCents, dispute.currency),
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: 'INTERNAL',
    links: [{ href: `${api}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
  }
}

function toTransaction(
  { captureId, grossCents }: DisputedTransactionRecord,
  { captures }: PaypalState,
  currency: string,
) {
  const { invoiceId, customId } = requireRecord(captures, captureId)
  return {
    seller_transaction_id: captureId,
    gross_amount: toMoney(grossCents, currency),
    ...(invoiceId === null ? {} : { invoice_number: invoiceId }),
    ...(customId === null ? {} : { custom: customId }),
  }
}

function toRefunded(cents: number, currency: string) {
  return { amount_refunded: toMoney(cents, currency) }
}

function toDisputeStatus({ outcome, isUnderReview, stage }: DisputeRecord) {
  if (outcome !== null) return 'RESOLVED'
  if (isUnderReview) return 'UNDER_REVIEW'
  return stage === 'INQUIRY' ? 'WAITING_FOR_SELLER_RESPONSE' : 'OPEN'
}
