import { readClaim } from '../claims.ts'
import { isPermissionDenied, unexplainedReturn } from '../failures/failures.ts'
import { readPart, type PartResult, type PartSource } from '../reading/history-parts.ts'
import { netOf } from '../reading/money-effects.ts'
import { toMovements, type MovedMoney } from '../reading/movements.ts'
import { readOrderClaim } from './claims.ts'
import type { PaypalClient } from './api/client.ts'
import {
  findUndecided,
  isKnownOutcome,
  toDisputeId,
  toMovedDisputes,
  toShare,
  type DisputeShare,
} from './disputes.ts'
import { toDisputeState } from './dispute-state.ts'
import { findCaptureOfRefund } from './webhooks/events.ts'
import { readPages } from './api/pages.ts'
import {
  captureSchema,
  disputePageSchema,
  disputeSchema,
  ownedCaptureSchema,
  ownedOrderSchema,
  refundSchema,
  type Dispute,
  type Order,
  type OrderCapture,
  type OrderRefund,
} from './api/schemas.ts'
import type {
  CapturedPayment,
  MoneyHistory,
  Movement,
  ObjectRef,
  PaymentOwner,
  PaymentPointer,
} from '../provider.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'

export const DISPUTES = '/v1/customer/disputes'

/** The largest page that PayPal returns. */
export const DISPUTES_PAGE = '50'

/** The time within which PayPal lists the refunds that a capture's status already shows. */
const LISTED_WITHIN_MS = 15 * 60 * 1000

export interface HistoryOptions {
  /** The order of the capture; undefined if PayPal has deleted it. */
  order: Order | undefined
  /** The current time, Unix ms. */
  now: number
  note: NoteUnknown
}

/** Implements `PaymentProvider.findHistory`. */
export async function findHistory(
  client: PaypalClient,
  { captureId, expected }: CapturedPayment,
  { order, now, note }: HistoryOptions,
): Promise<MoneyHistory> {
  const payments = order?.purchase_units[0].payments
  const listed = (payments?.refunds ?? []).filter((refund) => isOf(refund, captureId))
  const [refunds, reversals, readDisputes, capture] = await Promise.all([
    readPart(refundsOf(client, listed), expected),
    readPart(reversalsOf(client), expected),
    readPart(disputesOf(client, captureId), toDisputeRefs(expected)),
    payments?.captures?.find(({ id }) => id === captureId) ?? fetchCapture(client, captureId),
  ])
  const disputes = withheldIfBlind(readDisputes, [...refunds.unread, ...reversals.unread])
  const undecided = disputes.items.flatMap(findUndecidedPart)
  const returns = new Map([...refunds.items, ...reversals.items].map((one) => [one.id, one]))
  const refunded = [...returns.values()].map((refund) => toMovedRefund(refund, note))
  for (const dispute of disputes.items) noteOutcome(dispute, note)
  const shares = disputes.items.flatMap((dispute) => toShare(dispute, captureId, refunded) ?? [])
  const moved = [...refunded, ...toMovedDisputes(shares, refunded)]
  const history = {
    movements: toMovements('PayPal', moved),
    // An earlier version recorded a dispute over several captures under PayPal's own id.
    objectIds: moved.flatMap(({ objectId }) => toRecordedIds(objectId)),
    disputes: disputes.items.flatMap((dispute) => toDisputeState(dispute, captureId) ?? []),
    unread: [...refunds.unread, ...reversals.unread, ...disputes.unread, ...undecided],
    missing: [
      ...refunds.missing,
      ...(isReversalExplained(capture, shares) ? [] : reversals.missing),
      ...disputes.missing,
    ],
    doubts: shares.flatMap(({ doubt }) => doubt ?? []),
  }
  const unread = [...refunds.unread, ...reversals.unread, ...disputes.unread]
  // A part that could not be read this time is not missing from PayPal's lists.
  const isKnown = unread.every(({ error }) => isPermissionDenied(error))
  return isKnown ? withUnlisted(history, capture, now) : history
}

/**
 * Returns the disputes as unread while refunds could not be read: a refund may have settled one, and
 * its money would be taken twice. Refunds that our key may not read are never known.
 */
function withheldIfBlind<Item>(
  disputes: PartResult<Item>,
  unreadReturns: MoneyHistory['unread'],
): PartResult<Item> {
  const failure = unreadReturns.find(({ error }) => !isPermissionDenied(error))
  if (failure === undefined || disputes.items.length === 0) return disputes
  const unread = [...disputes.unread, { part: 'disputes' as const, error: failure.error }]
  return { items: [], unread, missing: [] }
}

/**
 * Adds the refunds that a capture's status shows beyond those listed. At first the list is expected
 * to catch up; after `LISTED_WITHIN_MS` the rest is recorded under the capture's id, until the list
 * explains it.
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

/**
 * Returns whether the capture's status or a dispute accounts for a reversal, so that no money is
 * missed if the reversal cannot be fetched. What a lost dispute took may have come back since.
 */
function isReversalExplained({ status }: OrderCapture, shares: readonly DisputeShare[]): boolean {
  return status === 'REFUNDED' || shares.length > 0
}

function toRecordedIds(objectId: string): string[] {
  return [...new Set([objectId, toDisputeId(objectId)])]
}

/** Returns the expected disputes, each once, by PayPal's own id. */
function toDisputeRefs(expected: readonly ObjectRef[]): ObjectRef[] {
  const ids = expected.filter(({ part }) => part === 'disputes').map(({ id }) => toDisputeId(id))
  return [...new Set(ids)].map((id) => ({ part: 'disputes', id }))
}

function findUndecidedPart(dispute: Dispute): MoneyHistory['unread'] {
  const error = findUndecided(dispute)
  return error === undefined ? [] : [{ part: 'disputes', error }]
}

function noteOutcome({ status, dispute_outcome }: Dispute, note: NoteUnknown): void {
  const code = dispute_outcome?.outcome_code ?? ''
  if (status === 'RESOLVED' && code !== '' && !isKnownOutcome(code)) note('dispute outcome', code)
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

/** Returns the source of reversals, which have the form of refunds and may be in no list. */
function reversalsOf(client: PaypalClient): PartSource<OrderRefund> {
  return { ...refundsOf(client, []), part: 'reversals' }
}

const REFUND_STATUSES = new Set(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'])

/**
 * Returns a refund as money that moved: it has left as soon as it exists, unless PayPal says that
 * it failed.
 */
function toMovedRefund(refund: OrderRefund, note: NoteUnknown): MovedMoney {
  const { id, status, amount, create_time: createdAt } = refund
  if (!REFUND_STATUSES.has(status)) note('refund status', status)
  const hasFailed = status === 'FAILED' || status === 'CANCELLED'
  return { objectId: id, ...amount, createdAt, outcome: hasFailed ? 'failed' : 'refunded' }
}

function disputesOf(client: PaypalClient, captureId: string): PartSource<Dispute> {
  const fetchOne = (id: string) =>
    client.get(`${DISPUTES}/${encodeURIComponent(id)}`, disputeSchema)
  return {
    part: 'disputes',
    // The list has only summaries, without outcomes.
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

/** Implements `PaymentProvider.findOwner`. */
export async function findOwner(
  client: PaypalClient,
  { paymentRef, captureId }: PaymentPointer,
  ownIds: ReadonlySet<string>,
): Promise<PaymentOwner | undefined> {
  if (paymentRef !== null) {
    const path = `/v2/checkout/orders/${encodeURIComponent(paymentRef)}`
    const claim = readOrderClaim(await client.get(path, ownedOrderSchema), ownIds)
    return claim && { ref: paymentRef, ...claim }
  }
  if (captureId === null) return undefined
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`
  const { custom_id, supplementary_data } = await client.get(path, ownedCaptureSchema)
  const ref = supplementary_data?.related_ids?.order_id
  const claim = readClaim(custom_id ?? '', ownIds)
  return ref && claim ? { ref, ...claim } : undefined
}
