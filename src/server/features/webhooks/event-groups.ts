import type { ProviderName } from '#contract/checkout-states.ts'
import type { DeclinedAttempt, Hint, ObjectRef } from '#server/payments/provider.ts'
import type { WebhookEventRow } from './store.ts'

/** Events that wait together and concern one payment. */
export interface EventGroup {
  provider: ProviderName
  ids: number[]
  eventIds: string[]
  /** Each payment that the events concern; none where they name nothing that we follow. */
  hints: Hint[]
  /** The refunds and disputes that they tell of. */
  objects: ObjectRef[]
  /** The attempt that was declined; undefined where the events tell of something else. */
  declined: DeclinedAttempt | undefined
  /** The most tries that any of them has had. */
  attempts: number
  /** When the first of them came, Unix ms. */
  receivedAt: number
}

/**
 * Gathers events by payment, in the order in which each payment's first one came. A decline, and an
 * event about several payments, stays alone.
 */
export function groupByPayment(events: readonly WebhookEventRow[]): EventGroup[] {
  const groups = Map.groupBy(events, keyOf)
  return [...groups.values()].map(toGroup)
}

function keyOf(event: WebhookEventRow): string {
  const { provider, payment_ref, capture_id, event_id } = event
  const isAlone = event.declined_checkout_id !== null || event.other_captures !== null
  if (isAlone) return `${provider} event ${event_id}`
  return `${provider} ${payment_ref ?? capture_id ?? ''}`
}

function toGroup(events: readonly WebhookEventRow[]): EventGroup {
  const [first] = events
  if (first === undefined) throw new Error('A group has at least one event.')
  const { provider, payment_ref: paymentRef } = first
  const captureId = events.find(({ capture_id }) => capture_id !== null)?.capture_id ?? null
  return {
    provider,
    ids: events.map(({ id }) => id),
    eventIds: events.map(({ event_id }) => event_id),
    hints: [{ paymentRef, captureId }, ...toOtherHints(first)].filter(namesPayment),
    objects: events.flatMap(({ object_part: part, object_id: id }) =>
      part === null || id === null ? [] : [{ part, id }],
    ),
    declined: toDeclined(first),
    attempts: Math.max(...events.map(({ attempts }) => attempts)),
    receivedAt: Math.min(...events.map(({ received_at }) => received_at)),
  }
}

function namesPayment({ paymentRef, captureId }: Hint): boolean {
  return paymentRef !== null || captureId !== null
}

function toOtherHints({ other_captures }: WebhookEventRow): Hint[] {
  const ids = (other_captures ?? '').split(' ').filter((id) => id !== '')
  return ids.map((captureId) => ({ paymentRef: null, captureId }))
}

function toDeclined(event: WebhookEventRow): DeclinedAttempt | undefined {
  const { declined_checkout_id: checkoutId, declined_at, received_at } = event
  return checkoutId === null ? undefined : { checkoutId, at: declined_at ?? received_at }
}
