import type { AlarmMessage } from '#contract/host/alarms.ts'
import { takeSignals, type ConcernRow } from '#server/features/concerns/concerns.ts'
import { writeEach } from '#server/infra/database/database.ts'
import { insertDeliveries, readWebhook } from './store.ts'

/** Kinds that the alarm address is not told of: it does not take messages then. */
const EXCEPT = ['alarm_webhook_failing']

/**
 * Stores a message for each concern that has opened or ended since the last time, if an address is
 * set and not stopped; returns their number. `before` is the latest time of such a change, Unix ms.
 */
export const queueSignals = writeEach(
  'alarms.queue',
  async (writer, { now, before }: { now: number; before: number }): Promise<number> => {
    const { url, stopped } = await readWebhook(writer)
    if (url === null || stopped !== null) return 0
    const rows = await takeSignals(writer, { before, except: EXCEPT })
    await insertDeliveries(
      writer,
      rows.map((row) => toDelivery(row, now)),
    )
    return rows.length
  },
)

function toDelivery(row: ConcernRow, now: number) {
  const type = row.ended_at === null ? 'alarm.opened' : 'alarm.ended'
  const changedAt = row.ended_at ?? row.opened_at
  return {
    // A concern may open again: the times tell its openings apart.
    id: `msg_${type.replace('alarm.', '')}_${changedAt}_${row.id.replaceAll(/[^\w]/g, '_')}`,
    concern_id: row.id,
    type,
    body: JSON.stringify(toMessage(row, type, changedAt)),
    created_at: now,
  }
}

function toMessage(
  row: ConcernRow,
  type: AlarmMessage['type'],
  changedAt: number,
): Record<keyof AlarmMessage, unknown> {
  return {
    type,
    timestamp: toIso(changedAt),
    data: {
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      message: row.message,
      provider: row.provider,
      openedAt: toIso(row.opened_at),
      endedAt: row.ended_at === null ? null : toIso(row.ended_at),
      resolution: row.resolution,
    },
  }
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}
