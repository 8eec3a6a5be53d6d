import type Stripe from 'stripe'
import type { z } from 'zod'
import { readPart, type PartSource } from './history-parts.ts'
import { readEach } from './listing.ts'
import { sumRefunds, toMovements, type MovedMoney } from './movements.ts'
import type {
  CapturedPayment,
  Hint,
  ListedEvent,
  Listing,
  MoneyHistory,
  PaymentOwner,
} from './provider.ts'
import { readMetadata } from './stripe-claims.ts'
import { toMovedDispute } from './stripe-disputes.ts'
import { ask } from './stripe-failures.ts'
import { readEvent, STRIPE_EVENTS } from './stripe-events.ts'
import {
  disputeSchema,
  ownedChargeSchema,
  ownedRefundSchema,
  ownedSessionSchema,
  refundSchema,
  type Dispute,
  type Refund,
} from './stripe-schemas.ts'
import type { NoteUnknown } from './unknown-values.ts'

/** The most that Stripe answers at once. */
const PAGE = 100

/** See `PaymentProvider.findHistory`. */
export async function findHistory(
  stripe: Stripe,
  { captureId, refundedCents, expected }: CapturedPayment,
  note: NoteUnknown,
): Promise<MoneyHistory> {
  const [refunds, disputes] = await Promise.all([
    readPart(refundsOf(stripe, captureId), expected),
    readPart(disputesOf(stripe, captureId), expected),
  ])
  const [unreadRefunds] = refunds.unread
  if (unreadRefunds !== undefined && disputes.unread.length > 0) throw unreadRefunds.error
  const refunded = refunds.items.map((refund) => toMovedRefund(refund, note))
  const isBehind = refunds.unread.length === 0 && sumRefunds(refunded) < (refundedCents ?? 0)
  const disputed = disputes.items.map((dispute) => toMovedDispute(dispute, note))
  const moved = [...refunded, ...disputed]
  return {
    movements: toMovements('Stripe', moved),
    objectIds: moved.map(({ objectId }) => objectId),
    unread: [...refunds.unread, ...disputes.unread],
    missing: [...refunds.missing, ...disputes.missing, ...(isBehind ? [captureId] : [])],
  }
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

/** What is neither failed nor canceled has left, whatever else its status says. */
function toMovedRefund(refund: Refund, note: NoteUnknown): MovedMoney {
  const { id: objectId, amount: amountCents, currency, created: createdAt, status } = refund
  if (!REFUND_STATUSES.has(status ?? '')) note('refund status', String(status))
  const hasFailed = status === 'failed' || status === 'canceled'
  const outcome = hasFailed ? 'failed' : 'refunded'
  return { objectId, amountCents, currency, createdAt, outcome }
}

/** See `PaymentProvider.findOwner`. */
export async function findOwner(
  stripe: Stripe,
  { paymentRef, captureId }: Hint,
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

/** See `PaymentProvider.listEvents`. */
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

/** See `PaymentProvider.listChanges`: refunds, which are listed before their events are. */
export async function listChanges(stripe: Stripe, since: number): Promise<Listing<Hint>> {
  const newestFirst = await Array.fromAsync<unknown>(
    stripe.refunds.list({ created: createdSince(since), limit: PAGE }),
  )
  const { items, unreadable } = readEach(
    newestFirst.toReversed(),
    (refund) => ownedRefundSchema.parse(refund).charge,
  )
  const charges = [...new Set(items)].filter((charge) => charge !== null)
  return { items: charges.map((captureId) => ({ paymentRef: null, captureId })), unreadable }
}

/** Of all pages, the oldest first; Stripe lists the newest first. */
async function readAll<Item>(
  list: AsyncIterable<unknown>,
  schema: z.ZodType<Item>,
): Promise<Item[]> {
  return (await Array.fromAsync(list, (item) => schema.parse(item))).toReversed()
}

function createdSince(since: number): { gte: number } {
  return { gte: Math.floor(since / 1000) }
}
