import type { Reader } from '#server/infra/database/database.ts'
import type { WebhookEventRow } from './store.ts'

/** An event without what it says. */
type EventRow = Omit<WebhookEventRow, 'payload'>

/** Returns the events that wait for the host, the oldest first. */
export async function findParked(reader: Reader): Promise<EventRow[]> {
  return selectEvents(reader).where('parked_at', 'is not', null).orderBy('id').execute()
}

/** Returns the events that were tried in vain and will be tried again, the oldest first. */
export async function findWaiting(reader: Reader): Promise<EventRow[]> {
  return selectEvents(reader)
    .where('handled_at', 'is', null)
    .where('parked_at', 'is', null)
    .where('outcome', 'is not', null)
    .orderBy('id')
    .execute()
}

function selectEvents(reader: Reader) {
  return reader
    .selectFrom('webhook_events')
    .select([
      'id',
      'provider',
      'event_id',
      'type',
      'payment_ref',
      'capture_id',
      'object_id',
      'object_part',
      'other_captures',
      'received_at',
      'attempts',
      'next_attempt_at',
      'handled_at',
      'parked_at',
      'outcome',
      'declined_checkout_id',
      'declined_at',
      'needs_look_up',
    ])
}

/** How many events wait, for their turn or for the host. */
export async function countUnhandled(reader: Reader): Promise<{ waiting: number; parked: number }> {
  return selectUnhandled(reader).executeTakeFirstOrThrow()
}

/** Two counts, because each has a partial index of its own. */
export function selectUnhandled(reader: Reader) {
  const count = reader
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.countAll<number>().as('n'))
  const waiting = count.where('handled_at', 'is', null).where('parked_at', 'is', null)
  const parked = count.where('parked_at', 'is not', null)
  return reader.selectNoFrom([
    waiting.$asScalar().$notNull().as('waiting'),
    parked.$asScalar().$notNull().as('parked'),
  ])
}

/** What the events since then (Unix ms) have led to, the most frequent first. */
export async function countOutcomes(
  reader: Reader,
  since: number,
): Promise<{ outcome: string; count: number }[]> {
  const rows = await reader
    .selectFrom('webhook_events')
    .select(({ fn }) => [
      'provider',
      'outcome',
      fn.count<number>('handled_at').as('handled'),
      fn.countAll<number>().as('count'),
    ])
    .where('received_at', '>=', since)
    .groupBy(['provider', 'outcome'])
    .orderBy('count', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ provider, outcome, handled, count }) => ({
    outcome: `${provider}: ${outcome ?? 'not looked at yet'}${handled < count ? ' (waiting)' : ''}`,
    count,
  }))
}
