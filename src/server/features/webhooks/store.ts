import type { Insertable, Selectable } from 'kysely'
import { writeEach, type Reader, type Write } from '../../infra/database/database.ts'
import type { WebhookEventsTable } from '../../infra/database/schema.ts'

export type WebhookEventRow = Selectable<WebhookEventsTable>

/** Stores events; one that is there already stays as it is. */
export const storeEvents: Write<Insertable<WebhookEventsTable>, null> = {
  name: 'webhooks.store',
  apply: async (writer, events) => {
    await writer
      .insertInto('webhook_events')
      .values(events)
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .execute()
    return events.map(() => null)
  },
}

export const finishEvent = writeEach(
  'webhooks.finish',
  async (writer, { id, outcome, at }: { id: number; outcome: string; at: number }) => {
    await writer
      .updateTable('webhook_events')
      .set((update) => ({ handled_at: at, outcome, attempts: update('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return null
  },
)

export const deferEvent = writeEach(
  'webhooks.defer',
  async (writer, { id, outcome, until }: { id: number; outcome: string; until: number }) => {
    await writer
      .updateTable('webhook_events')
      .set((update) => ({ next_attempt_at: until, outcome, attempts: update('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return null
  },
)

/** Events that are due, in order of arrival. */
export async function findDueEvents(
  reader: Reader,
  { now, limit }: { now: number; limit: number },
): Promise<WebhookEventRow[]> {
  return reader
    .selectFrom('webhook_events')
    .selectAll()
    .where('handled_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** When the next event is due, Unix ms; undefined where none waits. */
export async function findNextDue(reader: Reader): Promise<number | undefined> {
  const next = await reader
    .selectFrom('webhook_events')
    .select('next_attempt_at')
    .where('handled_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at
}
