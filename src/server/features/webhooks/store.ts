import { sql, type Insertable, type Selectable } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import { writeEach, type Reader, type Write } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { WebhookEventsTable } from '#server/infra/database/schema/schema.ts'

export type WebhookEventRow = Selectable<WebhookEventsTable>

/** Stores events; one that exists stays unchanged. Returns whether it was new. */
export const storeEvents: Write<Insertable<WebhookEventsTable>, boolean> = {
  name: 'webhooks.store',
  apply: async (writer, events) => {
    const stored = await insertRows(writer, 'webhook_events', events, {
      ignoreConflicts: true,
      returning: ['provider', 'event_id'],
    })
    const keys = new Set(stored.map(({ provider, event_id }) => `${provider} ${event_id}`))
    return events.map(({ provider, event_id }) => keys.delete(`${provider} ${event_id}`))
  },
}

interface EventOutcome {
  ids: number[]
  outcome: string
  at: number
}

/** Marks events as handled, also those that another node has parked meanwhile. */
export const finishEvents = writeEach(
  'webhooks.finish',
  async (writer, { ids, outcome, at }: EventOutcome) => {
    await writer
      .updateTable('webhook_events')
      .set((update) => ({
        handled_at: at,
        parked_at: null,
        outcome,
        attempts: update('attempts', '+', 1),
        // Payloads about other software's payments are not kept.
        ...(outcome === 'foreign' && { payload: '' }),
      }))
      .where('id', 'in', ids)
      .execute()
    return null
  },
)

/** Parks events for the host, except those that another node has handled. */
export const parkEvents = writeEach(
  'webhooks.park',
  async (writer, { ids, outcome, at }: EventOutcome) => {
    await writer
      .updateTable('webhook_events')
      .set((update) => ({ parked_at: at, outcome, attempts: update('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .where('handled_at', 'is', null)
      .execute()
    return null
  },
)

interface Deferral {
  ids: number[]
  outcome: string
  until: number
  /** 1 if this try counts towards parking the events. */
  counted: 0 | 1
}

export const deferEvents = writeEach(
  'webhooks.defer',
  async (writer, { ids, outcome, until, counted }: Deferral) => {
    await writer
      .updateTable('webhook_events')
      .set((update) => ({
        next_attempt_at: until,
        outcome,
        attempts: update('attempts', '+', counted),
      }))
      .where('id', 'in', ids)
      .where('handled_at', 'is', null)
      .execute()
    return null
  },
)

/** Leaves events to the look-ups. */
export const awaitLookUps = writeEach(
  'webhooks.await-look-ups',
  async (writer, ids: readonly number[]) => {
    await writer
      .updateTable('webhook_events')
      .set({ needs_look_up: 1 })
      .where('id', 'in', ids)
      .execute()
    return null
  },
)

/** Makes all waiting events due, except for parked ones. */
export const makeAllDue = writeEach('webhooks.make-all-due', async (writer, at: number) => {
  await writer
    .updateTable('webhook_events')
    .set({ next_attempt_at: at })
    .where('handled_at', 'is', null)
    .where('parked_at', 'is', null)
    .where('next_attempt_at', '>', at)
    .execute()
  return null
})

/**
 * Resumes all parked events or one of them; returns their number. Unreadable ones stay parked,
 * since they name no payment.
 */
export const resumeParked = writeEach(
  'webhooks.resume-parked',
  async (writer, { at, id }: { at: number; id: number | null }) => {
    const result = await writer
      .updateTable('webhook_events')
      .set({ parked_at: null, attempts: 0, next_attempt_at: at, needs_look_up: 0 })
      .where('parked_at', 'is not', null)
      .where(({ or, eb }) =>
        or([
          eb('payment_ref', 'is not', null),
          eb('capture_id', 'is not', null),
          eb('declined_checkout_id', 'is not', null),
        ]),
      )
      .$if(id !== null, (update) => update.where('id', '=', id ?? 0))
      .executeTakeFirstOrThrow()
    return Number(result.numUpdatedRows)
  },
)

/** Empties the payloads of events that were handled before a time; returns their number. */
export const emptyPayloads = writeEach(
  'webhooks.empty-payloads',
  async (writer, { before, limit }: { before: number; limit: number }) => {
    const result = await writer
      .updateTable('webhook_events')
      .set({ payload: '' })
      .where('id', 'in', (from) =>
        from
          .selectFrom('webhook_events')
          .select('id')
          .where('handled_at', '<', before)
          .where('payload', '<>', sql.lit(''))
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(result.numUpdatedRows)
  },
)

/** The events to find: those to be handled, or a provider's that wait for a look-up. */
interface Wanted {
  now: number
  limit: number
  lookUpsOf?: ProviderName
}

/** Returns the due events in order of arrival; those that are tried again come after newer ones. */
export async function findDueEvents(
  reader: Reader,
  { now, limit, lookUpsOf }: Wanted,
): Promise<WebhookEventRow[]> {
  return selectWaiting(reader, lookUpsOf)
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the time when the next event is due, Unix ms, or undefined if none waits. */
export async function findNextDue(
  reader: Reader,
  lookUpsOf?: ProviderName,
): Promise<number | undefined> {
  const next = await selectWaiting(reader, lookUpsOf)
    .select('next_attempt_at')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at
}

function selectWaiting(reader: Reader, lookUpsOf: ProviderName | undefined) {
  const waiting = reader
    .selectFrom('webhook_events')
    .where('handled_at', 'is', null)
    .where('parked_at', 'is', null)
  if (lookUpsOf === undefined) return waiting.where('needs_look_up', '=', sql.lit<0 | 1>(0))
  return waiting.where('needs_look_up', '=', sql.lit<0 | 1>(1)).where('provider', '=', lookUpsOf)
}
