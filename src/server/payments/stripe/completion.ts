import type Stripe from 'stripe'
import { readEach } from '../reading/listing.ts'
import type { Payment } from '../provider.ts'
import { sessionEventSchema, type Session } from './schemas.ts'

/** The time for which Stripe keeps its events, ms. */
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The events that are looked through: a payment is asked for soon after it was completed. */
const MAX_EVENTS = 100

/**
 * Adds to a paid payment when a delayed method completed it. No object of Stripe's says so: a charge
 * is as old as the attempt, and its balance transaction may be older than the success. The event of
 * the success alone does, which Stripe lists for 30 days; without it the time stays unknown.
 */
export async function withCompletion(
  stripe: Stripe,
  { session, payment, now }: { session: Session; payment: Payment; now: number },
): Promise<Payment> {
  const charge = session.payment_intent?.latest_charge
  const type = charge?.payment_method_details?.type ?? 'card'
  // Cards are never delayed, and most payments are by card.
  if (payment.status !== 'paid' || charge?.created === undefined || type === 'card') return payment
  if (charge.created * 1000 < now - EVENTS_KEPT_MS) return payment
  const completedAt = await findCompletion(stripe, session.id, charge.created)
  if (completedAt === undefined) return payment
  const capture = { ...payment.capture, changedAt: completedAt, wasPending: true }
  return { ...payment, capture }
}

/** Returns the time of the event of a session's success, Unix ms; undefined if none is listed. */
async function findCompletion(
  stripe: Stripe,
  sessionId: string,
  since: number,
): Promise<number | undefined> {
  const query = {
    type: 'checkout.session.async_payment_succeeded',
    created: { gte: since },
    limit: MAX_EVENTS,
  }
  // The money comes first: without the events it is booked all the same.
  const events = await stripe.events.list(query).catch(() => undefined)
  const { items } = readEach(events?.data ?? [], (event) => sessionEventSchema.parse(event))
  const found = items.find(({ data }) => data.object.id === sessionId)
  return found && found.created * 1000
}
