import type { ProviderName } from '#contract/checkout-states.ts'
import type { DeclinedAttempt, ObjectRef, PaymentPointer } from '#server/payments/provider.ts'
import { UNKNOWN_PAYMENT } from '#server/features/checkouts/checkouts.ts'
import type { WebhookEventRow } from './store.ts'

/** Waiting events that concern one payment. */
export interface EventGroup {
  provider: ProviderName
  ids: number[]
  eventIds: string[]
  /** The payments that the events concern; empty if they name nothing that we follow. */
  pointers: PaymentPointer[]
  /** The refunds and disputes of the events. */
  objects: ObjectRef[]
  /** The declined attempt; undefined if the events are about something else. */
  declined: DeclinedAttempt | undefined
  /** True if no event names a checkout of ours, and the provider has not said that one is ours. */
  isUnmarked: boolean
  /** The highest number of tries among the events. */
  attempts: number
  /** The time when the first of them came, Unix ms. */
  receivedAt: number
}

/**
 * Groups events by payment, in the order of each payment's first one. A decline, and an event about
 * several payments, forms its own group.
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
    pointers: [{ paymentRef, captureId }, ...toOtherPointers(first)].filter(namesPayment),
    objects: events.flatMap(({ object_part: part, object_id: id }) =>
      part === null || id === null ? [] : [{ part, id }],
    ),
    declined: toDeclined(first),
    isUnmarked: events.every(
      ({ bears_mark, outcome }) => bears_mark === 0 && outcome !== UNKNOWN_PAYMENT,
    ),
    attempts: Math.max(...events.map(({ attempts }) => attempts)),
    receivedAt: Math.min(...events.map(({ received_at }) => received_at)),
  }
}

function namesPayment({ paymentRef, captureId }: PaymentPointer): boolean {
  return paymentRef !== null || captureId !== null
}

function toOtherPointers({ other_captures }: WebhookEventRow): PaymentPointer[] {
  const ids = (other_captures ?? '').split(' ').filter((id) => id !== '')
  return ids.map((captureId) => ({ paymentRef: null, captureId }))
}

function toDeclined(event: WebhookEventRow): DeclinedAttempt | undefined {
  const { declined_checkout_id: checkoutId, declined_at, received_at } = event
  return checkoutId === null ? undefined : { checkoutId, at: declined_at ?? received_at }
}
