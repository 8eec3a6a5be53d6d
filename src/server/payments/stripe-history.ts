import type Stripe from 'stripe'
import type { z } from 'zod'
import { readPart, type PartSource } from './history-parts.ts'
import { sumRefunds, toMovements, type MovedMoney } from './movements.ts'
import type { CapturedPayment, Hint, ListedEvent, MoneyHistory, PaymentOwner } from './provider.ts'
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

/** The most that Stripe answers at once. */
const PAGE = 100

/** See `PaymentProvider.findHistory`. */
export async function findHistory(
  stripe: Stripe,
  { captureId, refundedCents, expected }: CapturedPayment,
): Promise<MoneyHistory> {
  const [refunds, disputes] = await Promise.all([
    readPart(refundsOf(stripe, captureId), expected),
    readPart(disputesOf(stripe, captureId), expected),
  ])
  const [unreadRefunds] = refunds.unread
  if (unreadRefunds !== undefined && disputes.unread.length > 0) throw unreadRefunds.error
  const refunded = refunds.items.map(toMovedRefund)
  const isBehind = refunds.unread.length === 0 && sumRefunds(refunded) < (refundedCents ?? 0)
  const moved = [...refunded, ...disputes.items.map(toMovedDispute)]
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

/** What is neither failed nor canceled has left, whatever else its status says. */
function toMovedRefund({ id, amount, currency, created, status }: Refund): MovedMoney {
  const hasFailed = status === 'failed' || status === 'canceled'
  const outcome = hasFailed ? 'failed' : 'refunded'
  return { objectId: id, amountCents: amount, currency, createdAt: created, outcome }
}

/** See `PaymentProvider.findOwner`. */
export async function findOwner(stripe: Stripe, charge: string): Promise<PaymentOwner | undefined> {
  const { payment_intent } = ownedChargeSchema.parse(await stripe.charges.retrieve(charge))
  if (payment_intent === null) return undefined
  const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
  const [session] = ownedSessionSchema.array().parse(data)
  const checkoutId = session?.metadata?.['checkout_id']
  if (session === undefined || checkoutId === undefined) return undefined
  return { ref: session.id, checkoutId }
}

/** See `PaymentProvider.listEvents`. */
export async function listEvents(stripe: Stripe, since: number): Promise<ListedEvent[]> {
  const types = STRIPE_EVENTS
  const events = stripe.events.list({ types, created: createdSince(since), limit: PAGE })
  const newestFirst = await Array.fromAsync(events, (event) => ({
    ...readEvent(event).event,
    payload: JSON.stringify(event),
  }))
  return newestFirst.toReversed()
}

/** See `PaymentProvider.listChanges`: refunds, which are listed before their events are. */
export async function listChanges(stripe: Stripe, since: number): Promise<Hint[]> {
  const list = stripe.refunds.list({ created: createdSince(since), limit: PAGE })
  const charges = (await readAll(list, ownedRefundSchema)).map(({ charge }) => charge)
  return [...new Set(charges)].flatMap((captureId) =>
    captureId === null ? [] : [{ paymentRef: null, captureId }],
  )
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
