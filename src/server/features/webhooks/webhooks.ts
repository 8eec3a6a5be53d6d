import type { Selectable } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { WebhookEventsTable } from '#server/infra/database/schema/schema.ts'

export type PaymentEvent = Pick<
  Selectable<WebhookEventsTable>,
  'event_id' | 'type' | 'received_at' | 'handled_at' | 'parked_at' | 'outcome'
>

/** The most events of one payment; providers send a few of each. */
const MAX_EVENTS = 200

/** Returns the stored events of a payment, by its session or order and its capture. */
export async function findEventsOf(
  reader: Reader,
  {
    provider,
    ref,
    captureId,
  }: { provider: ProviderName; ref: string | null; captureId: string | null },
): Promise<PaymentEvent[]> {
  const events = reader
    .selectFrom('webhook_events')
    .select(['id', 'event_id', 'type', 'received_at', 'handled_at', 'parked_at', 'outcome'])
    .where('provider', '=', provider)
  // An id is never empty, so an empty one finds nothing.
  return events
    .where('payment_ref', '=', ref ?? '')
    .union(events.where('capture_id', '=', captureId ?? ''))
    .orderBy('id')
    .limit(MAX_EVENTS)
    .execute()
}
