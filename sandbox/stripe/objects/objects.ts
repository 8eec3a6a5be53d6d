import type Stripe from 'stripe'
import { toBalanceTransaction, toDisputeLines } from './balance-transaction.ts'
import { NO_ADDRESS } from './no-address.ts'
import { NO_EVIDENCE } from './no-evidence.ts'
import type {
  ChargeRecord,
  DisputeRecord,
  EventRecord,
  IntentRecord,
  RefundRecord,
} from '../records/records.ts'

/** The version of Stripe's API whose objects these are. */
export const API_VERSION = '2026-10-28.endive'

export function toIntent(record: IntentRecord): Stripe.PaymentIntent {
  const succeeded = record.status === 'succeeded'
  return {
    id: record.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: record.amount,
    amount_capturable: 0,
    amount_received: succeeded ? record.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${record.id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: record.created,
    currency: record.currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: toLastError(record.failureCode),
    latest_charge: record.chargeId,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: record.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: record.status,
    transfer_group: null,
  }
}

function toLastError(code: string | null): Stripe.PaymentIntent['last_payment_error'] {
  if (code === null) return null
  return { type: 'card_error', code: 'card_declined', decline_code: code }
}

// oxlint-disable-next-line max-lines-per-function -- one object, field by field
export function toCharge(record: ChargeRecord): Stripe.Charge {
  const isPaid = record.failureCode === null
  return {
    id: record.id,
    object: 'charge',
    amount: record.amount,
    amount_captured: isPaid ? record.amount : 0,
    amount_refunded: record.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: NO_ADDRESS,
      email: record.email,
      name: record.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'DONATION ROYALE',
    captured: isPaid,
    created: record.created,
    currency: record.currency,
    customer: null,
    description: null,
    disputed: record.disputed,
    failure_balance_transaction: null,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: record.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: record.intentId,
    payment_method: null,
    payment_method_details: toMethodDetails(record.method),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: isPaid && record.refunded === record.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

/** Returns how a charge was paid; cards say nothing here. */
function toMethodDetails(type: ChargeRecord['method']): Stripe.Charge['payment_method_details'] {
  if (type === 'card') return null
  const unknown = { account_type: null, bank_name: null, fingerprint: null, last4: null }
  const account = { account_holder_type: null, payment_reference: null, routing_number: null }
  return { type, [type]: { ...unknown, ...account } }
}

export function toRefund(record: RefundRecord): Stripe.Refund {
  return {
    id: record.id,
    object: 'refund',
    amount: record.amount,
    balance_transaction: null,
    charge: record.chargeId,
    created: record.created,
    currency: record.currency,
    customer: null,
    customer_account: null,
    ...(record.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    metadata: record.metadata,
    payment_intent: record.intentId,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: record.status,
    transfer_reversal: null,
  }
}

/** The time that the bank leaves to respond to a dispute, seconds. */
const RESPONSE_S = 7 * 24 * 60 * 60

export function toDispute(record: DisputeRecord): Stripe.Dispute {
  return {
    id: record.id,
    object: 'dispute',
    amount: record.amount,
    balance_transactions: toDisputeLines(record).map(toBalanceTransaction),
    charge: record.chargeId,
    created: record.created,
    currency: record.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: record.created + RESPONSE_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: record.intentId,
    reason: 'fraudulent',
    status: record.status,
  }
}

export function toEvent(record: EventRecord) {
  const object: unknown = JSON.parse(record.object)
  return {
    id: record.id,
    object: 'event',
    api_version: API_VERSION,
    created: record.created,
    data: { object },
    livemode: false,
    pending_webhooks: record.delivered ? 0 : 1,
    request: { id: null, idempotency_key: null },
    type: record.type,
  }
}
