import { unavailable, unexplainedReturn } from './failures.ts'
import { readPart, type PartSource } from './history-parts.ts'
import { netOf } from './money-effects.ts'
import { toMovements, type MovedMoney } from './movements.ts'
import type { PaypalClient } from './paypal-client.ts'
import { findUndecided, toMovedDisputes, toShare } from './paypal-disputes.ts'
import { findCaptureOfRefund, isFollowed, readEvent } from './paypal-events.ts'
import { readPages } from './paypal-pages.ts'
import {
  captureSchema,
  disputePageSchema,
  disputeSchema,
  eventPageSchema,
  ownedCaptureSchema,
  refundSchema,
  type Dispute,
  type Order,
  type OrderCapture,
  type OrderRefund,
} from './paypal-schemas.ts'
import type {
  CapturedPayment,
  ListedEvent,
  MoneyHistory,
  Movement,
  PaymentOwner,
} from './provider.ts'

const DISPUTES = '/v1/customer/disputes'
const EVENTS = '/v1/notifications/webhooks-events'

/** The most that PayPal answers at once. */
const DISPUTES_PAGE = '50'
const EVENTS_PAGE = '300'

/** The time within which PayPal lists what a capture's status already says. */
const LISTED_WITHIN_MS = 15 * 60 * 1000

export interface HistoryOptions {
  /** The order that has brought the capture; undefined where PayPal has forgotten it. */
  order: Order | undefined
  /** Unix ms. */
  now: number
}

/** See `PaymentProvider.findHistory`. */
export async function findHistory(
  client: PaypalClient,
  { captureId, expected }: CapturedPayment,
  { order, now }: HistoryOptions,
): Promise<MoneyHistory> {
  const payments = order?.purchase_units[0].payments
  const listed = (payments?.refunds ?? []).filter((refund) => isOf(refund, captureId))
  const [refunds, disputes, capture] = await Promise.all([
    readPart(refundsOf(client, listed), expected),
    readPart(disputesOf(client, captureId), expected),
    payments?.captures?.find(({ id }) => id === captureId) ?? fetchCapture(client, captureId),
  ])
  const undecided = disputes.items.flatMap(findIndecision)
  const refunded = refunds.items.map(toMovedRefund)
  const shares = disputes.items.flatMap((dispute) => toShare(dispute, captureId) ?? [])
  const moved = [...refunded, ...toMovedDisputes(shares, refunded)]
  const history = {
    movements: toMovements('PayPal', moved),
    objectIds: moved.map(({ objectId }) => objectId),
    unread: [...refunds.unread, ...disputes.unread, ...undecided],
    missing: [...refunds.missing, ...disputes.missing],
  }
  return withUnlisted(history, capture, now)
}

/**
 * Adds what a capture's own status says beyond what is listed. A list that is only behind is waited
 * for; after that the rest is booked under the capture's id, until the list explains it.
 */
function withUnlisted(
  history: MoneyHistory,
  { id, status, amount, update_time }: OrderCapture,
  now: number,
): MoneyHistory {
  const objectIds = [...history.objectIds, id]
  const goneCents = -netOf(history.movements)
  if (status === 'PARTIALLY_REFUNDED' && goneCents === 0) {
    const error = unexplainedReturn('PayPal', id)
    return { ...history, unread: [...history.unread, { part: 'refunds', error }] }
  }
  const restCents = status === 'REFUNDED' ? amount.amountCents - goneCents : 0
  if (restCents <= 0) return { ...history, objectIds }
  if (now - update_time < LISTED_WITHIN_MS) {
    return { ...history, missing: [...history.missing, id] }
  }
  const rest: Movement = { kind: 'refund', objectId: id, amountCents: restCents }
  return { ...history, objectIds, movements: [...history.movements, rest] }
}

function findIndecision(dispute: Dispute): MoneyHistory['unread'] {
  const error = findUndecided(dispute)
  return error === undefined ? [] : [{ part: 'disputes', error }]
}

function fetchCapture(client: PaypalClient, id: string): Promise<OrderCapture> {
  return client.get(`/v2/payments/captures/${encodeURIComponent(id)}`, captureSchema)
}

function isOf(refund: OrderRefund, captureId: string): boolean {
  return (findCaptureOfRefund(refund) ?? captureId) === captureId
}

function refundsOf(client: PaypalClient, listed: OrderRefund[]): PartSource<OrderRefund> {
  return {
    part: 'refunds',
    list: async () => listed,
    fetchOne: (id) => client.get(`/v2/payments/refunds/${encodeURIComponent(id)}`, refundSchema),
    idOf: ({ id }) => id,
  }
}

function toMovedRefund({ id, status, amount, create_time: createdAt }: OrderRefund): MovedMoney {
  const hasFailed = status === 'FAILED' || status === 'CANCELLED'
  return { objectId: id, ...amount, createdAt, outcome: hasFailed ? 'failed' : 'refunded' }
}

function disputesOf(client: PaypalClient, captureId: string): PartSource<Dispute> {
  const fetchOne = (id: string) =>
    client.get(`${DISPUTES}/${encodeURIComponent(id)}`, disputeSchema)
  return {
    part: 'disputes',
    // The list is of summaries, without outcomes.
    list: async () => {
      const query = { disputed_transaction_id: captureId, page_size: DISPUTES_PAGE }
      const pages = await readPages(client, { path: DISPUTES, query }, disputePageSchema)
      const ids = pages.flatMap(({ items }) => items ?? []).map(({ dispute_id }) => dispute_id)
      return Promise.all(ids.map(fetchOne))
    },
    fetchOne,
    idOf: ({ dispute_id }) => dispute_id,
  }
}

/** See `PaymentProvider.findOwner`. */
export async function findOwner(
  client: PaypalClient,
  captureId: string,
): Promise<PaymentOwner | undefined> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`
  const { custom_id, supplementary_data } = await client.get(path, ownedCaptureSchema)
  const ref = supplementary_data?.related_ids?.order_id
  return ref && custom_id ? { ref, checkoutId: custom_id } : undefined
}

/** See `PaymentProvider.listEvents`. */
export async function listEvents(
  client: PaypalClient,
  { since, now }: { since: number; now: number },
): Promise<ListedEvent[]> {
  // Up to the end of the second that is now.
  const end_time = toTime(now + 1_000)
  const query = { start_time: toTime(since), end_time, page_size: EVENTS_PAGE }
  const pages = await readPages(client, { path: EVENTS, query }, eventPageSchema)
  return pages
    .flatMap(({ events }) => events)
    .filter(({ event_type }) => isFollowed(event_type))
    .toReversed()
    .toSorted((a, b) => a.create_time - b.create_time)
    .map(({ raw }) => toListed(raw))
}

function toListed(event: object): ListedEvent {
  try {
    return { ...readEvent(event), payload: JSON.stringify(event) }
  } catch (error) {
    throw unavailable('PayPal', error)
  }
}

/** PayPal's times end with the second. */
function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
