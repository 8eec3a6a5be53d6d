import type Stripe from 'stripe'
import type { z } from 'zod'
import { isPermissionDenied } from '../failures/failures.ts'
import { readPart, type PartSource } from '../reading/history-parts.ts'
import { readEach } from '../reading/listing.ts'
import { sumRefunds, toMovements, type MovedMoney } from '../reading/movements.ts'
import type {
  CapturedPayment,
  ListedEvent,
  Listing,
  MoneyHistory,
  Movement,
  PaymentOwner,
  PaymentPointer,
} from '../provider.ts'
import { readMetadata } from './claims.ts'
import { toDisputeState, toMovedDispute } from './disputes.ts'
import { ask } from './failures.ts'
import { readEvent, STRIPE_EVENTS } from './events.ts'
import {
  disputeSchema,
  ownedChargeSchema,
  ownedRefundSchema,
  ownedSessionSchema,
  refundSchema,
  type Dispute,
  type Refund,
} from './schemas.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'

/** The largest page that Stripe returns. */
const PAGE = 100

/** The time within which Stripe lists the refunds that a charge already shows. */
const LISTED_WITHIN_MS = 15 * 60 * 1000

export interface HistoryOptions {
  /** The current time, Unix ms by our clock. */
  now: number
  note: NoteUnknown
}

/** Implements `PaymentProvider.findHistory`. */
export async function findHistory(
  stripe: Stripe,
  payment: CapturedPayment,
  { now, note }: HistoryOptions,
): Promise<MoneyHistory> {
  const { captureId, expected } = payment
  const [refunds, disputes] = await Promise.all([
    readPart(refundsOf(stripe, captureId), expected),
    readPart(disputesOf(stripe, captureId), expected),
  ])
  const [unreadRefunds] = refunds.unread
  if (unreadRefunds !== undefined && disputes.unread.length > 0) throw unreadRefunds.error
  const refunded = refunds.items.map((refund) => toMovedRefund(refund, note))
  const disputed = disputes.items.map((dispute) => toMovedDispute(dispute, note))
  const moved = [...refunded, ...disputed]
  const history = {
    movements: toMovements('Stripe', moved),
    objectIds: moved.map(({ objectId }) => objectId),
    disputes: disputes.items.map(toDisputeState),
    unread: [...refunds.unread, ...disputes.unread],
    missing: [...refunds.missing, ...disputes.missing],
    doubts: [],
  }
  if (refunds.unread.length > 0) return history
  return withUnlisted(history, payment, { listedCents: sumRefunds(refunded), now })
}

/**
 * Adds the refunds that a charge shows beyond those listed. At first the list is expected to catch
 * up; after `LISTED_WITHIN_MS` the rest is recorded under the charge's id, until the list explains
 * it.
 */
function withUnlisted(
  history: MoneyHistory,
  { captureId, refundedCents, unlistedSince = null }: CapturedPayment,
  { listedCents, now }: { listedCents: number; now: number },
): MoneyHistory {
  if (refundedCents === null) return history
  const objectIds = [...history.objectIds, captureId]
  const restCents = refundedCents - listedCents
  if (restCents <= 0) return { ...history, objectIds }
  if (unlistedSince === null || now - unlistedSince < LISTED_WITHIN_MS) {
    return { ...history, missing: [...history.missing, captureId] }
  }
  const rest: Movement = { kind: 'refund', objectId: captureId, amountCents: restCents }
  return { ...history, objectIds, movements: [...history.movements, rest] }
}

function refundsOf(stripe: Stripe, charge: string): PartSource<Refund> {
  return {
    part: 'refunds',
    list: () => ask(() => readAll(stripe.refunds.list({ charge, limit: PAGE }), refundSchema)),
    fetchOne: (id) => ask(async () => refundSchema.parse(await stripe.refunds.retrieve(id))),
    idOf: ({ id }) => id,
  }
}

function disputesOf(stripe: Stripe, charge: string): PartSource<Dispute> {
  return {
    part: 'disputes',
    list: () => ask(() => readAll(stripe.disputes.list({ charge, limit: PAGE }), disputeSchema)),
    fetchOne: (id) => ask(async () => disputeSchema.parse(await stripe.disputes.retrieve(id))),
    idOf: ({ id }) => id,
  }
}

const REFUND_STATUSES = new Set(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])

/** Returns a refund as money that moved: it has left unless its status is failed or canceled. */
function toMovedRefund(refund: Refund, note: NoteUnknown): MovedMoney {
  const { id: objectId, amount: amountCents, currency, created: createdAt, status } = refund
  if (!REFUND_STATUSES.has(status ?? '')) note('refund status', String(status))
  const hasFailed = status === 'failed' || status === 'canceled'
  const outcome = hasFailed ? 'failed' : 'refunded'
  return { objectId, amountCents, currency, createdAt, outcome }
}

/** Implements `PaymentProvider.findOwner`. */
export async function findOwner(
  stripe: Stripe,
  { paymentRef, captureId }: PaymentPointer,
  ownIds: ReadonlySet<string>,
): Promise<PaymentOwner | undefined> {
  const found =
    paymentRef === null
      ? await findSessionOf(stripe, captureId)
      : await stripe.checkout.sessions.retrieve(paymentRef)
  if (found === undefined) return undefined
  const { id: ref, metadata } = ownedSessionSchema.parse(found)
  const claim = readMetadata(metadata, ownIds)
  return claim && { ref, ...claim }
}

async function findSessionOf(stripe: Stripe, charge: string | null): Promise<unknown> {
  if (charge === null) return undefined
  const { payment_intent } = ownedChargeSchema.parse(await stripe.charges.retrieve(charge))
  if (payment_intent === null) return undefined
  const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
  return data[0]
}

/** Implements `PaymentProvider.listEvents`. */
export async function listEvents(
  stripe: Stripe,
  since: number,
  ownIds: ReadonlySet<string>,
): Promise<Listing<ListedEvent>> {
  const types = STRIPE_EVENTS
  const newestFirst = await Array.fromAsync<unknown>(
    stripe.events.list({ types, created: createdSince(since), limit: PAGE }),
  )
  return readEach(newestFirst.toReversed(), (event) => ({
    ...readEvent(event, ownIds).event,
    payload: JSON.stringify(event),
  }))
}

/**
 * Implements `PaymentProvider.listChanges`: lists refunds, which are listed before their events
 * are, and disputes; both lists go back longer than that of the events. If the key may not read
 * disputes, only the events about them are delayed.
 */
export async function listChanges(stripe: Stripe, since: number): Promise<Listing<PaymentPointer>> {
  const created = createdSince(since)
  const refunds = await listCharges(stripe.refunds.list({ created, limit: PAGE }))
  const disputes = await ask(() =>
    listCharges(stripe.disputes.list({ created, limit: PAGE })),
  ).catch((error: unknown) => {
    if (isPermissionDenied(error)) return NO_CHARGES
    throw error
  })
  const charges = new Set([...refunds.items, ...disputes.items])
  return {
    items: [...charges].map((captureId) => ({ paymentRef: null, captureId })),
    unreadable: [...refunds.unreadable, ...disputes.unreadable],
  }
}

const NO_CHARGES: Listing<string> = { items: [], unreadable: [] }

/** Returns the charges of refunds or disputes, the oldest first. */
async function listCharges(newestFirst: AsyncIterable<unknown>): Promise<Listing<string>> {
  const objects = await Array.fromAsync(newestFirst)
  const { items, unreadable } = readEach(
    objects.toReversed(),
    (one) => ownedRefundSchema.parse(one).charge,
  )
  return { items: items.filter((charge) => charge !== null), unreadable }
}

/** Returns the items of all pages, the oldest first; Stripe lists the newest first. */
async function readAll<Item>(
  list: AsyncIterable<unknown>,
  schema: z.ZodType<Item>,
): Promise<Item[]> {
  return (await Array.fromAsync(list, (item) => schema.parse(item))).toReversed()
}

function createdSince(since: number): { gte: number } {
  return { gte: Math.floor(since / 1000) }
}
