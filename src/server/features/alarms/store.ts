import type { Selectable } from 'kysely'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import type {
  AlarmDeliveriesTable,
  AlarmWebhookTable,
} from '#server/infra/database/schema/alarm-tables.ts'

export type WebhookRow = Selectable<AlarmWebhookTable>
export type DeliveryRow = Selectable<AlarmDeliveriesTable>

/** The time for which delivered messages are kept, ms. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

export async function readWebhook(reader: Reader): Promise<WebhookRow> {
  return reader.selectFrom('alarm_webhook').selectAll().executeTakeFirstOrThrow()
}

interface HostAction {
  actor: AuditActor
  /** The time, Unix ms. */
  at: number
}

interface NewAddress extends HostAction {
  /** Null for none. */
  url: string | null
  /** The secret if there is none yet. */
  secret: string
}

/** Sets or removes the address that gets alarms; the first address gets its secret. */
export const setWebhook = writeEach(
  'alarms.set-webhook',
  async (writer, { url, secret, actor, at }: NewAddress): Promise<WebhookRow> => {
    const known = await readWebhook(writer)
    if (known.url === url && known.stopped === null) return known
    await recordAudit(writer, {
      at,
      actor,
      action: url === null ? 'alarms.address_removed' : 'alarms.address_set',
      subject: SUBJECT,
      before: { host: hostOf(known.url) },
      after: { host: hostOf(url) },
    })
    return writer
      .updateTable('alarm_webhook')
      .set({ url, stopped: null, ...(known.secret === null ? { secret } : {}) })
      .returningAll()
      .executeTakeFirstOrThrow()
  },
)

interface NewSecret extends HostAction {
  secret: string
  formerUntil: number
}

/** Replaces the secret; the former one signs beside it until a time, Unix ms. */
export const replaceSecret = writeEach(
  'alarms.replace-secret',
  async (writer, { secret, formerUntil, actor, at }: NewSecret): Promise<WebhookRow> => {
    await recordAudit(writer, {
      at,
      actor,
      action: 'alarms.secret_replaced',
      subject: SUBJECT,
      before: null,
      after: null,
    })
    return writer
      .updateTable('alarm_webhook')
      .set(({ ref }) => ({ former_secret: ref('secret'), former_until: formerUntil, secret }))
      .returningAll()
      .executeTakeFirstOrThrow()
  },
)

const SUBJECT = { kind: 'alarms', id: 'webhook' }

/** Returns what the audit log keeps of an address: the path of one is often a secret. */
function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host
}

/** Stops sending to the address, for a reason, unless it was changed meanwhile. */
export const stopWebhook = writeEach(
  'alarms.stop-webhook',
  async (writer, { url, reason }: { url: string; reason: string }) => {
    await writer
      .updateTable('alarm_webhook')
      .set({ stopped: reason })
      .where('url', '=', url)
      .execute()
    return null
  },
)

export async function insertDeliveries(
  writer: Writer,
  rows: readonly Pick<DeliveryRow, 'id' | 'concern_id' | 'type' | 'body' | 'created_at'>[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({
    ...row,
    attempts: 0,
    next_attempt_at: row.created_at,
    finished_at: null,
    is_delivered: 0 as const,
    error: null,
  }))
  await writer.insertInto('alarm_deliveries').values(values).execute()
}

/**
 * Claims the messages that are due, for one try; of two nodes only the first gets a message. The
 * claim ends at `until`, Unix ms.
 */
export const claimDeliveries = writeEach(
  'alarms.claim',
  (writer, { now, until }: { now: number; until: number }): Promise<DeliveryRow[]> =>
    writer
      .updateTable('alarm_deliveries')
      .set(({ eb }) => ({ next_attempt_at: until, attempts: eb('attempts', '+', 1) }))
      .where('finished_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .execute(),
)

export interface DeliveryResult {
  id: string
  /** A sentence about the failure; null if it was delivered. */
  error: string | null
  /** The time of the next try, Unix ms; null if none is made. */
  nextAttemptAt: number | null
  now: number
}

/** Stores the result of a try, and deletes messages that ended long ago. */
export const finishDelivery = writeEach(
  'alarms.finish',
  async (writer, { id, error, nextAttemptAt, now }: DeliveryResult) => {
    await writer
      .updateTable('alarm_deliveries')
      .set({
        error,
        is_delivered: error === null ? 1 : 0,
        ...(nextAttemptAt === null ? { finished_at: now } : { next_attempt_at: nextAttemptAt }),
      })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .execute()
    await writer
      .deleteFrom('alarm_deliveries')
      .where('finished_at', '<', now - RETENTION_MS)
      .execute()
    return null
  },
)

/** Returns when the next message is due, Unix ms; undefined if none waits. */
export async function findNextDelivery(reader: Reader): Promise<number | undefined> {
  const next = await reader
    .selectFrom('alarm_deliveries')
    .select('next_attempt_at')
    .where('finished_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at
}

/** Returns the last messages, the newest first. */
export async function findDeliveries(reader: Reader, limit: number): Promise<DeliveryRow[]> {
  return reader
    .selectFrom('alarm_deliveries')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the largest number of failed tries of a message that still waits; 0 if none has failed. */
export async function findMostAttempts(reader: Reader): Promise<number> {
  const { most } = await reader
    .selectFrom('alarm_deliveries')
    .select(({ fn }) => fn.max<number | null>('attempts').as('most'))
    .where('finished_at', 'is', null)
    .where('error', 'is not', null)
    .executeTakeFirstOrThrow()
  return most ?? 0
}
