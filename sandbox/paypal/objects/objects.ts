import { toMoney, toOwnIds, toTime } from './fields.ts'
import {
  disputesOf,
  type CaptureRecord,
  type OrderRecord,
  type PayerRecord,
  type PaypalState,
  type RefundRecord,
} from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'

export { toTime } from './fields.ts'

/** The URLs in responses. */
export interface ApiUrls {
  /** The base URL of the API, without a trailing slash. */
  api: string
  /** Returns the URL at which the payer approves an order. */
  approve: (orderId: string) => string
}

const PAYEE = { email_address: 'host@example.com', merchant_id: 'SANDB2XMERCHT' }

/**
 * Returns an order as reads show it at `now` (Unix ms), possibly without its newest changes; by
 * default with all of them. https://developer.paypal.com/docs/api/orders/v2/#orders_get
 */
export function toOrder(order: OrderRecord, state: PaypalState, apiUrls: ApiUrls, now = Infinity) {
  const capture = findShownCapture(order, state, now)
  const isBehind = order.status === 'COMPLETED' && capture === undefined
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: isBehind ? 'APPROVED' : order.status,
    ...toPayerFields(order),
    purchase_units: [
      {
        ...toPurchaseUnit(order),
        ...(capture && { payments: toPayments(capture, state, { apiUrls, now }) }),
      },
    ],
    create_time: toTime(order.createdAt),
    update_time: toTime(order.updatedAt),
    links: orderLinks(order, apiUrls),
  }
}

/** Returns a new order as PayPal does by default, without its details. */
export function toNewOrder(order: OrderRecord, apiUrls: ApiUrls) {
  const { payment_source } = toPayerFields(order)
  return {
    id: order.id,
    status: order.status,
    ...(payment_source === undefined ? {} : { payment_source }),
    links: orderLinks(order, apiUrls),
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

function findShownCapture(
  { captureId }: OrderRecord,
  { captures }: PaypalState,
  now: number,
): CaptureRecord | undefined {
  const capture = captures.get(captureId ?? '')
  return capture !== undefined && capture.shownAt <= now ? capture : undefined
}

function toPurchaseUnit(order: OrderRecord) {
  return {
    reference_id: order.referenceId,
    amount: toMoney(order.amountCents, order.currency),
    payee: PAYEE,
    ...(order.description === null ? {} : { description: order.description }),
    ...toOwnIds(order),
  }
}

function toPayments(
  capture: CaptureRecord,
  state: PaypalState,
  { apiUrls, now }: { apiUrls: ApiUrls; now: number },
) {
  const refunds = capture.refundIds
    .map((id) => requireRecord(state.refunds, id))
    .filter(({ shownAt }) => shownAt <= now)
  return {
    captures: [toCapture(capture, state, apiUrls)],
    ...(refunds.length === 0 ? {} : { refunds: refunds.map((one) => toRefund(one, apiUrls)) }),
  }
}

function orderLinks({ id, status }: OrderRecord, { api, approve }: ApiUrls) {
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

/** Returns a capture: https://developer.paypal.com/docs/api/payments/v2/#captures_get */
export function toCapture(capture: CaptureRecord, state: PaypalState, { api }: ApiUrls) {
  const href = `${api}/v2/payments/captures/${capture.id}`
  return {
    id: capture.id,
    ...toCaptureStatus(capture, state),
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

/** Returns a capture outside of its order, with the order's id. */
export function toCaptureWithOrder(capture: CaptureRecord, state: PaypalState, apiUrls: ApiUrls) {
  return {
    ...toCapture(capture, state, apiUrls),
    payee: PAYEE,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}

function toCaptureStatus(capture: CaptureRecord, state: PaypalState) {
  const { id, status, refundedCents, amountCents } = capture
  if (status === 'PENDING') return { status, status_details: { reason: 'PENDING_REVIEW' } }
  if (status !== 'COMPLETED') return { status }
  const isHeld = disputesOf(state, id).some(
    ({ outcome, holdsCaptures }) => outcome === null && holdsCaptures,
  )
  if (isHeld) return { status: 'PENDING', status_details: { reason: 'BUYER_COMPLAINT' } }
  if (refundedCents === 0) return { status }
  return { status: refundedCents < amountCents ? 'PARTIALLY_REFUNDED' : 'REFUNDED' }
}

/** Returns a refund: https://developer.paypal.com/docs/api/payments/v2/#refunds_get */
export function toRefund(refund: RefundRecord, { api }: ApiUrls) {
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
