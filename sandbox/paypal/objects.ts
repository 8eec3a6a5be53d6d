import type {
  CaptureRecord,
  DisputeRecord,
  OrderRecord,
  PayerRecord,
  PaypalState,
  RefundRecord,
} from './records.ts'
import { requireRecord } from './require-record.ts'

/** What answers point to. */
export interface Addresses {
  /** Base URL of the API, without a trailing slash. */
  api: string
  /** Where the payer of an order approves it. */
  approve: (orderId: string) => string
}

const PAYEE = { email_address: 'host@example.com', merchant_id: 'SANDB2XMERCHT' }

/** https://developer.paypal.com/docs/api/orders/v2/#orders_get */
export function toOrder(order: OrderRecord, state: PaypalState, addresses: Addresses) {
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...toPayerFields(order),
    purchase_units: [toPurchaseUnit(order, state, addresses)],
    create_time: toTime(order.createdAt),
    update_time: toTime(order.updatedAt),
    links: orderLinks(order, addresses),
  }
}

/** What PayPal answers to a creation unless it is asked for more. */
export function toNewOrder(order: OrderRecord, addresses: Addresses) {
  const { payment_source } = toPayerFields(order)
  return {
    id: order.id,
    status: order.status,
    ...(payment_source === undefined ? {} : { payment_source }),
    links: orderLinks(order, addresses),
  }
}

function toPayerFields({ payer, status }: OrderRecord) {
  if (payer === null) return status === 'CREATED' ? {} : { payment_source: { paypal: {} } }
  const { email, accountId } = payer
  return {
    payment_source: {
      paypal: {
        email_address: email,
        account_id: accountId,
        account_status: 'VERIFIED',
        name: toName(payer),
        address: { country_code: 'US' },
      },
    },
    payer: {
      name: toName(payer),
      email_address: email,
      payer_id: accountId,
      address: { country_code: 'US' },
    },
  }
}

function toName({ givenName, surname }: PayerRecord) {
  return {
    ...(givenName === '' ? {} : { given_name: givenName }),
    ...(surname === '' ? {} : { surname }),
  }
}

function toPurchaseUnit(order: OrderRecord, state: PaypalState, addresses: Addresses) {
  const capture = state.captures.get(order.captureId ?? '')
  return {
    reference_id: order.referenceId,
    amount: toMoney(order.amountCents, order.currency),
    payee: PAYEE,
    ...(order.description === null ? {} : { description: order.description }),
    ...toOwnIds(order),
    ...(capture === undefined ? {} : { payments: toPayments(capture, state, addresses) }),
  }
}

function toPayments(capture: CaptureRecord, state: PaypalState, addresses: Addresses) {
  const refunds = capture.refundIds.map((id) => requireRecord(state.refunds, id))
  return {
    captures: [toCapture(capture, addresses)],
    ...(refunds.length === 0 ? {} : { refunds: refunds.map((one) => toRefund(one, addresses)) }),
  }
}

function orderLinks({ id, status }: OrderRecord, { api, approve }: Addresses) {
  const self = { href: `${api}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' }
  const capture = { href: `${self.href}/capture`, rel: 'capture', method: 'POST' }
  switch (status) {
    case 'CREATED':
      return [self, { href: approve(id), rel: 'approve', method: 'GET' }, capture]
    case 'PAYER_ACTION_REQUIRED':
      return [self, { href: approve(id), rel: 'payer-action', method: 'GET' }]
    case 'APPROVED':
      return [self, capture]
    case 'COMPLETED':
      return [self]
  }
}

/** https://developer.paypal.com/docs/api/payments/v2/#captures_get */
export function toCapture(capture: CaptureRecord, { api }: Addresses) {
  const href = `${api}/v2/payments/captures/${capture.id}`
  return {
    id: capture.id,
    ...toCaptureStatus(capture),
    amount: toMoney(capture.amountCents, capture.currency),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...toOwnIds(capture),
    create_time: toTime(capture.createdAt),
    update_time: toTime(capture.updatedAt),
    links: [
      { href, rel: 'self', method: 'GET' },
      { href: `${href}/refund`, rel: 'refund', method: 'POST' },
      { href: `${api}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
  }
}

/** A capture that stands alone also tells its order. */
export function toLoneCapture(capture: CaptureRecord, addresses: Addresses) {
  return {
    ...toCapture(capture, addresses),
    payee: PAYEE,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}

function toCaptureStatus({ status, refundedCents, amountCents }: CaptureRecord) {
  if (status === 'PENDING') return { status, status_details: { reason: 'PENDING_REVIEW' } }
  if (status === 'DECLINED' || refundedCents === 0) return { status }
  return { status: refundedCents < amountCents ? 'PARTIALLY_REFUNDED' : 'REFUNDED' }
}

/** https://developer.paypal.com/docs/api/payments/v2/#refunds_get */
export function toRefund(refund: RefundRecord, { api }: Addresses) {
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: toMoney(refund.amountCents, refund.currency),
    ...toOwnIds(refund),
    create_time: toTime(refund.createdAt),
    update_time: toTime(refund.createdAt),
    links: [
      { href: `${api}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${api}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
    ],
  }
}

/** https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get */
export function toDispute(dispute: DisputeRecord, capture: CaptureRecord, addresses: Addresses) {
  return {
    ...toDisputeSummary(dispute, addresses),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        gross_amount: toMoney(capture.amountCents, capture.currency),
        ...(capture.invoiceId === null ? {} : { invoice_number: capture.invoiceId }),
        ...(capture.customId === null ? {} : { custom: capture.customId }),
      },
    ],
    ...(dispute.outcome === null ? {} : { dispute_outcome: toOutcome(dispute.outcome) }),
  }
}

/** What lists tell of a dispute. */
export function toDisputeSummary(dispute: DisputeRecord, { api }: Addresses) {
  return {
    dispute_id: dispute.id,
    create_time: toTime(dispute.createdAt),
    update_time: toTime(dispute.updatedAt),
    reason: 'UNAUTHORISED',
    status: toDisputeStatus(dispute),
    dispute_amount: toMoney(dispute.amountCents, dispute.currency),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [{ href: `${api}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
  }
}

function toDisputeStatus({ outcome, isUnderReview }: DisputeRecord) {
  if (outcome !== null) return 'RESOLVED'
  return isUnderReview ? 'UNDER_REVIEW' : 'OPEN'
}

function toOutcome(outcome: 'won' | 'lost') {
  return { outcome_code: outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR' }
}

function toOwnIds(record: { customId: string | null; invoiceId: string | null }) {
  return {
    ...(record.customId === null ? {} : { custom_id: record.customId }),
    ...(record.invoiceId === null ? {} : { invoice_id: record.invoiceId }),
  }
}

/** `5.00` of 500 cents. */
function toMoney(cents: number, currency: string) {
  return { currency_code: currency, value: (cents / 100).toFixed(2) }
}

/** PayPal's times end with the second. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
