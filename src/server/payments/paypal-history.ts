import { foreignMoney, unavailable, undecidedDispute, unexplainedReturn } from './failures.ts'
import { toMovements, type MovedMoney } from './movements.ts'
import type { PaypalClient } from './paypal-client.ts'
import { findCaptureOfRefund, isFollowed, readEvent } from './paypal-events.ts'
import { readPages } from './paypal-pages.ts'
import {
  disputePageSchema,
  disputeSchema,
  eventPageSchema,
  ownedCaptureSchema,
  type Dispute,
  type Order,
  type OrderRefund,
} from './paypal-schemas.ts'
import type { ListedEvent, Movement, PaymentOwner } from './provider.ts'

const DISPUTES = '/v1/customer/disputes'
const EVENTS = '/v1/notifications/webhooks-events'

/** The most that PayPal answers at once. */
const DISPUTES_PAGE = '50'
const EVENTS_PAGE = '300'

/** Outcomes after which the money stays with the payer; after all others it is ours again. */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** See `PaymentProvider.findMovements`; the order is that of the capture. */
export async function findMovements(
  client: PaypalClient,
  order: Order,
  captureId: string,
): Promise<Movement[]> {
  const { captures, refunds } = order.purchase_units[0].payments ?? {}
  const disputes = await findDisputes(client, captureId)
  const moved = [
    ...(refunds ?? []).filter((refund) => isOf(refund, captureId)).map(ofRefund),
    ...disputes.map(ofDispute),
  ]
  const status = captures?.find(({ id }) => id === captureId)?.status
  const hasGone = status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED'
  if (hasGone && moved.length === 0) throw unexplainedReturn('PayPal', captureId)
  return toMovements('PayPal', moved)
}

function isOf(refund: OrderRefund, captureId: string): boolean {
  return (findCaptureOfRefund(refund) ?? captureId) === captureId
}

function ofRefund({ id, status, amount, create_time: createdAt }: OrderRefund): MovedMoney {
  const hasFailed = status === 'FAILED' || status === 'CANCELLED'
  return { objectId: id, ...amount, createdAt, outcome: hasFailed ? 'failed' : 'refunded' }
}

/** PayPal holds the money back during a dispute of any stage, an inquiry too. */
function ofDispute(dispute: Dispute): MovedMoney {
  const { dispute_id: objectId, dispute_amount, create_time: createdAt } = dispute
  const moved = { objectId, ...dispute_amount, createdAt }
  if (dispute.status !== 'RESOLVED') return { ...moved, outcome: 'open' }
  const outcome = requireOutcome(dispute)
  if (outcome === 'won') return { ...moved, outcome }
  return { ...moved, outcome, returnedCents: dispute_amount.amountCents - findLostCents(dispute) }
}

function requireOutcome({ dispute_id, dispute_outcome }: Dispute): 'won' | 'lost' {
  const code = dispute_outcome?.outcome_code
  if (typeof code !== 'string') throw undecidedDispute('PayPal', dispute_id)
  return LOST.has(code) ? 'lost' : 'won'
}

/** All that was disputed, unless PayPal says that less went back. */
function findLostCents({ dispute_id, dispute_amount, dispute_outcome }: Dispute): number {
  const refunded = dispute_outcome?.amount_refunded ?? dispute_amount
  if (refunded.currency === dispute_amount.currency) return refunded.amountCents
  throw foreignMoney('PayPal', dispute_id, refunded.currency)
}

/**
 * The list is of summaries, without outcomes. What it answers is looked at once more: a dispute of
 * another payment would take that donor's money off this one's.
 */
async function findDisputes(client: PaypalClient, captureId: string): Promise<Dispute[]> {
  const query = { disputed_transaction_id: captureId, page_size: DISPUTES_PAGE }
  const pages = await readPages(client, { path: DISPUTES, query }, disputePageSchema)
  const ids = pages.flatMap(({ items }) => items ?? []).map(({ dispute_id }) => dispute_id)
  const disputes = await Promise.all(
    ids.map((id) => client.get(`${DISPUTES}/${encodeURIComponent(id)}`, disputeSchema)),
  )
  return disputes.filter(({ disputed_transactions }) =>
    disputed_transactions.some((one) => one.seller_transaction_id === captureId),
  )
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
