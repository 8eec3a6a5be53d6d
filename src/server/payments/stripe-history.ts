import type Stripe from 'stripe'
import type { z } from 'zod'
import { toMovements, type MovedMoney } from './movements.ts'
import type { Hint, ListedEvent, Movement, PaymentOwner } from './provider.ts'
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

/** See `PaymentProvider.findMovements`. */
export async function findMovements(stripe: Stripe, charge: string): Promise<Movement[]> {
  const [refunds, disputes] = await Promise.all([
    readAll(stripe.refunds.list({ charge, limit: PAGE }), refundSchema),
    readAll(stripe.disputes.list({ charge, limit: PAGE }), disputeSchema),
  ])
  return toMovements('Stripe', [
    ...refunds.map((refund) => toMoved(refund, toRefundOutcome(refund))),
    ...disputes.map((dispute) => toMoved(dispute, toDisputeOutcome(dispute))),
  ])
}

function toMoved(moved: Refund | Dispute, outcome: MovedMoney['outcome']): MovedMoney {
  const { id: objectId, amount: amountCents, currency, created: createdAt } = moved
  return { objectId, amountCents, currency, createdAt, outcome }
}

function toRefundOutcome({ status }: Refund): MovedMoney['outcome'] {
  return status === 'failed' || status === 'canceled' ? 'failed' : 'refunded'
}

/** An appeal is made of a dispute that was lost: until it is won the money stays away. */
function toDisputeOutcome({ status }: Dispute): MovedMoney['outcome'] {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
    case 'prevented':
      return 'harmless'
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'open'
    case 'won':
    case 'lost':
      return status
  }
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
