import type { Insertable } from 'kysely'
import type { WebhookEventsTable } from '#server/infra/database/schema/schema.ts'
import type { ListedEvent, PaymentProvider, UnreadableItem } from '#server/payments/provider.ts'
import { NO_FACTS } from '#server/payments/reading/event-facts.ts'

type EventRow = Insertable<WebhookEventsTable>

/** Returns the row of an event that is to be handled. */
export function toRow(provider: PaymentProvider, event: ListedEvent, now: number): EventRow {
  return {
    provider: provider.name,
    event_id: event.id,
    type: event.type,
    payment_ref: event.paymentRef,
    capture_id: event.captureId,
    object_id: event.object?.id ?? null,
    object_part: event.object?.part ?? null,
    other_captures: event.otherCaptureIds.join(' ') || null,
    payload: event.payload,
    received_at: now,
    attempts: 0,
    next_attempt_at: now,
    handled_at: null,
    parked_at: null,
    outcome: null,
    declined_checkout_id: event.declined?.checkoutId ?? null,
    declined_at: event.declined?.at ?? null,
    bears_mark: event.claim === null ? 0 : 1,
  }
}

/**
 * Returns the row of an event that needs no handling. Its payload is not kept, since it is not
 * about our payments.
 */
export function toDoneRow(
  provider: PaymentProvider,
  event: ListedEvent,
  { outcome, now }: { outcome: 'foreign' | 'ignored'; now: number },
): EventRow {
  return { ...toRow(provider, event, now), payload: '', handled_at: now, outcome }
}

/** Returns the row of an event that cannot be handled and is parked for the host. */
export function toParkedRow(
  provider: PaymentProvider,
  { id, type, reason }: UnreadableItem,
  now: number,
): EventRow {
  const row = toRow(provider, { id, type, ...NO_FACTS, payload: '' }, now)
  return { ...row, parked_at: now, outcome: reason }
}
