import type { Insertable, Selectable } from 'kysely'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import type { ConcernsTable } from '#server/infra/database/schema/concerns-table.ts'

export type ConcernRow = Selectable<ConcernsTable>

/** More than a person reads. */
const MAX_ENDED = 100

export interface Sighting {
  id: string
  kind: string
  subject: string
  message: string
  /** JSON. */
  details: string
  provider: ConcernRow['provider']
  at: number
}

/**
 * Notes that a trouble is there. Returns whether that opened it: it is new, has come again after
 * its end, or is another one than the host dismissed.
 */
export const raiseConcern = writeEach(
  'concerns.raise',
  async (writer, sighting: Sighting): Promise<boolean> => {
    if (await insertConcern(writer, sighting)) return true
    if (await reopen(writer, sighting)) return true
    const { id, kind: _kind, subject: _subject, at, ...news } = sighting
    await writer
      .updateTable('concerns')
      .set({ ...news, last_seen_at: at })
      .where('id', '=', id)
      .execute()
    return false
  },
)

async function insertConcern(writer: Writer, sighting: Sighting): Promise<boolean> {
  const inserted = await writer
    .insertInto('concerns')
    .values(toRow(sighting))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

function toRow({ at, ...sighting }: Sighting): Insertable<ConcernsTable> {
  return {
    ...sighting,
    opened_at: at,
    last_seen_at: at,
    ended_at: null,
    resolution: null,
    resolved_by: null,
    reason: null,
    is_dismissed: 0,
    is_told: 0,
    told_until: 0,
  }
}

/** Leaves alone what is open, and what a host has dismissed as it still is. */
async function reopen(writer: Writer, { id, message, details, at }: Sighting): Promise<boolean> {
  const reopened = await writer
    .updateTable('concerns')
    .set({
      message,
      details,
      opened_at: at,
      last_seen_at: at,
      ended_at: null,
      resolution: null,
      resolved_by: null,
      reason: null,
      is_dismissed: 0,
    })
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .where(({ or, eb }) => or([eb('is_dismissed', '=', 0), eb('message', '<>', message)]))
    .returning('id')
    .execute()
  return reopened.length > 0
}

export interface Ending {
  id: string
  resolution: NonNullable<ConcernRow['resolution']>
  resolvedBy: string | null
  reason: string | null
  at: number
}

/** Ends what is open; returns whether it was. What was dismissed and is gone may come again. */
export const endConcern = writeEach(
  'concerns.end',
  async (writer, { id, resolution, resolvedBy, reason, at }: Ending): Promise<boolean> => {
    await writer.updateTable('concerns').set({ is_dismissed: 0 }).where('id', '=', id).execute()
    const ended = await writer
      .updateTable('concerns')
      .set({
        ended_at: at,
        resolution,
        resolved_by: resolvedBy,
        reason,
        is_dismissed: resolution === 'dismiss' ? 1 : 0,
      })
      .where('id', '=', id)
      .where(({ or, eb }) =>
        // A round may have seen that its cause was gone before what the host did was noted.
        or([
          eb('ended_at', 'is', null),
          ...(resolvedBy === null ? [] : [eb('resolution', '=', 'gone')]),
        ]),
      )
      .returning('id')
      .execute()
    return ended.length > 0
  },
)

export interface NoticeClaim {
  now: number
  /** What opened or ended after this may bring more with it, and waits; Unix ms. */
  before: number
  /** Until when no other node tells the hosts of these. */
  until: number
}

/**
 * Takes what the hosts are to be told of: what is open and was not told, and what was told and has
 * ended. It all goes together when some of it has waited long enough; null stands for nothing.
 */
export const claimNotices = writeEach(
  'concerns.claim-notices',
  async (writer, { now, before, until }: NoticeClaim): Promise<ConcernRow[]> => {
    const untold = await selectUntold(writer).where('told_until', '<=', now).execute()
    if (!untold.some((row) => changedAt(row) <= before)) return []
    return writer
      .updateTable('concerns')
      .set({ told_until: until })
      .where(
        'id',
        'in',
        untold.map(({ id }) => id),
      )
      .where('told_until', '<=', now)
      .returningAll()
      .execute()
  },
)

/** When it opened or ended last, Unix ms. */
function changedAt({ opened_at, ended_at }: ConcernRow): number {
  return ended_at ?? opened_at
}

function selectUntold(reader: Reader) {
  return reader
    .selectFrom('concerns')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        and([eb('ended_at', 'is', null), eb('is_told', '=', 0)]),
        and([eb('ended_at', 'is not', null), eb('is_told', '=', 1)]),
      ]),
    )
    .orderBy('opened_at')
    .orderBy('id')
    .limit(MAX_NOTICES)
}

/** As many as one mail counts; more come in the next one. */
const MAX_NOTICES = 1_000

/** Notes what the hosts were told, as it was when they were. */
export const finishNotices = writeEach(
  'concerns.finish-notices',
  async (writer, { opened, ended }: { opened: string[]; ended: string[] }) => {
    for (const [ids, isTold] of [
      [opened, 1],
      [ended, 0],
    ] as const) {
      if (ids.length === 0) continue
      await writer
        .updateTable('concerns')
        .set({ is_told: isTold, told_until: 0 })
        .where('id', 'in', ids)
        .execute()
    }
    return null
  },
)

export async function findConcern(reader: Reader, id: string): Promise<ConcernRow | undefined> {
  return reader.selectFrom('concerns').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What is open, the longest open first. */
export async function findOpen(reader: Reader): Promise<ConcernRow[]> {
  return reader
    .selectFrom('concerns')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
}

/** What ended last. */
export async function findEnded(reader: Reader): Promise<ConcernRow[]> {
  return reader
    .selectFrom('concerns')
    .selectAll()
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id')
    .limit(MAX_ENDED)
    .execute()
}

/** The ids of one kind that are open, or dismissed and still there. */
export async function findPresentIds(reader: Reader, kind: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('concerns')
    .select('id')
    .where('kind', '=', kind)
    .where(({ or, eb }) => or([eb('ended_at', 'is', null), eb('is_dismissed', '=', 1)]))
    .execute()
  return rows.map(({ id }) => id)
}

/** How many are open, by kind. */
export async function countOpen(reader: Reader): Promise<{ kind: string; count: number }[]> {
  return reader
    .selectFrom('concerns')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('ended_at', 'is', null)
    .groupBy('kind')
    .execute()
}
