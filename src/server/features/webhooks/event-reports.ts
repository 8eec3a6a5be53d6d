import type { ProviderName } from '#contract/checkout-states.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { WebhookEventRow } from './store.ts'

/** An event without its payload. */
type EventRow = Omit<WebhookEventRow, 'payload'>

/** Returns the events parked for the host, the oldest first. */
export async function findParked(reader: Reader): Promise<EventRow[]> {
  return selectEvents(reader).where('parked_at', 'is not', null).orderBy('id').execute()
}

/** Returns the events that were tried without success and will be tried again, the oldest first. */
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
      'bears_mark',
    ])
}

/** Counts the unhandled events: those that wait for their turn, and those parked for the host. */
export async function countUnhandled(reader: Reader): Promise<{ waiting: number; parked: number }> {
  return selectUnhandled(reader).executeTakeFirstOrThrow()
}

/** The times at which events arrived, Unix ms. */
export interface Arrivals {
  /** The arrival of the event that has waited longest; null if none waits. */
  oldestWaitingAt: number | null
  lastReceivedAt: number | null
}

export async function findArrivals(reader: Reader): Promise<Arrivals> {
  const { oldest } = await reader
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.min<number | null>('received_at').as('oldest'))
    .where('handled_at', 'is', null)
    .where('parked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const last = await reader
    .selectFrom('webhook_events')
    .select('received_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { oldestWaitingAt: oldest, lastReceivedAt: last?.received_at ?? null }
}

/** The events of a provider that have arrived. Times are Unix ms. */
export interface ReceivedEvents {
  provider: ProviderName
  lastAt: number
  /** The number of events since the time that was asked for. */
  count: number
  /** True if there may be more than were counted. */
  isMore: boolean
}

/** The number of events that are read for a count. */
const MAX_COUNTED = 1000

/** Returns for each provider the last event among the latest, and how many came since a time. */
export async function findReceived(reader: Reader, since: number): Promise<ReceivedEvents[]> {
  const latest = await reader
    .selectFrom('webhook_events')
    .select(['provider', 'received_at'])
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED)
    .execute()
  const isFull = latest.length === MAX_COUNTED
  return [...Map.groupBy(latest, ({ provider }) => provider)].map(([provider, events]) => {
    const count = events.filter(({ received_at: at }) => at >= since).length
    const lastAt = Math.max(...events.map(({ received_at: at }) => at))
    return { provider, lastAt, count, isMore: isFull && count === events.length }
  })
}

/** Selects two counts, because each has its own partial index. */
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

/** Counts the outcomes of the events since a time (Unix ms), the most frequent first. */
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
