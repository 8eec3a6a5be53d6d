import type { Insertable, Selectable } from 'kysely'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import type { ConcernsTable } from '#server/infra/database/schema/concerns-table.ts'

export type ConcernRow = Selectable<ConcernsTable>

/** The most ended concerns to list. */
const MAX_ENDED = 100

export interface RaisedConcern {
  id: string
  kind: string
  subject: string
  message: string
  /** A JSON object. */
  details: string
  provider: ConcernRow['provider']
  /** True if the hosts were mailed of its opening in another way. */
  isTold: boolean
  at: number
}

/**
 * Stores that a problem exists. Returns true if that opened its concern: it is new, has come again
 * after its end, or is another one than the host dismissed.
 */
export const raiseConcern = writeEach(
  'concerns.raise',
  async (writer, raised: RaisedConcern): Promise<boolean> => {
    if (await insertConcern(writer, raised)) return true
    if (await reopen(writer, raised)) return true
    const { id, kind: _kind, subject: _subject, isTold: _isTold, at, ...changes } = raised
    await writer
      .updateTable('concerns')
      .set({ ...changes, last_seen_at: at })
      .where('id', '=', id)
      .execute()
    return false
  },
)

async function insertConcern(writer: Writer, raised: RaisedConcern): Promise<boolean> {
  const inserted = await writer
    .insertInto('concerns')
    .values(toRow(raised))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

function toRow({ at, isTold, ...raised }: RaisedConcern): Insertable<ConcernsTable> {
  return {
    ...raised,
    ...openSince(at),
    is_told: isTold ? 1 : 0,
    is_signalled: 0,
    told_until: 0,
  }
}

/** Opens an ended concern again, unless a host dismissed it with the same message. */
async function reopen(
  writer: Writer,
  { id, message, details, isTold, at }: RaisedConcern,
): Promise<boolean> {
  const reopened = await writer
    .updateTable('concerns')
    .set({ message, details, ...openSince(at), ...(isTold ? { is_told: 1 as const } : {}) })
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .where(({ or, eb }) => or([eb('is_dismissed', '=', 0), eb('message', '<>', message)]))
    .returning('id')
    .execute()
  return reopened.length > 0
}

/** Returns the fields of a concern that has opened at a time, Unix ms, and that nobody has ended. */
function openSince(at: number) {
  return {
    opened_at: at,
    last_seen_at: at,
    ended_at: null,
    resolution: null,
    resolved_by: null,
    reason: null,
    is_dismissed: 0,
  } as const
}

export interface Ending {
  id: string
  resolution: NonNullable<ConcernRow['resolution']>
  /** The host who ended it; null if its problem was gone. */
  actor: AuditActor | null
  reason: string | null
  at: number
}

/**
 * Ends an open concern; returns whether it was open. A dismissed one whose problem is gone may open
 * again.
 */
export const endConcern = writeEach(
  'concerns.end',
  async (writer, ending: Ending): Promise<boolean> => {
    const { id, resolution, actor, reason, at } = ending
    await writer.updateTable('concerns').set({ is_dismissed: 0 }).where('id', '=', id).execute()
    const ended = await writer
      .updateTable('concerns')
      .set({
        ended_at: at,
        resolution,
        resolved_by: actor?.id ?? null,
        reason,
        is_dismissed: resolution === 'dismiss' ? 1 : 0,
      })
      .where('id', '=', id)
      .where(({ or, eb }) =>
        // A check may have ended the concern before the host's decision is stored.
        or([
          eb('ended_at', 'is', null),
          ...(actor === null ? [] : [eb('resolution', '=', 'gone')]),
        ]),
      )
      .returning(['kind', 'subject', 'message'])
      .execute()
    for (const concern of ended) await recordResolution(writer, ending, concern)
    return ended.length > 0
  },
)

async function recordResolution(
  writer: Writer,
  { id, actor, resolution, reason, at }: Ending,
  { kind, subject, message }: Pick<ConcernRow, 'kind' | 'subject' | 'message'>,
): Promise<void> {
  if (actor === null) return
  await recordAudit(writer, {
    at,
    actor,
    action: 'concern.resolved',
    subject: { kind: 'concern', id },
    before: { kind, subject, message },
    after: { resolution, reason },
  })
}

export async function findConcern(reader: Reader, id: string): Promise<ConcernRow | undefined> {
  return reader.selectFrom('concerns').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the open concerns, the longest open first. */
export async function findOpen(reader: Reader): Promise<ConcernRow[]> {
  return reader
    .selectFrom('concerns')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
}

/** Returns the concerns that ended last. */
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

/**
 * Returns the concerns of one kind that are open, or dismissed while their problem exists, and that
 * were seen last before a time, Unix ms.
 */
export async function findPresent(
  reader: Reader,
  kind: string,
  seenBefore = Number.MAX_SAFE_INTEGER,
): Promise<Pick<ConcernRow, 'id' | 'subject'>[]> {
  return reader
    .selectFrom('concerns')
    .select(['id', 'subject'])
    .where('kind', '=', kind)
    .where('last_seen_at', '<', seenBefore)
    .where(({ or, eb }) => or([eb('ended_at', 'is', null), eb('is_dismissed', '=', 1)]))
    .execute()
}

/** Counts the open concerns by kind. */
export async function countOpen(reader: Reader): Promise<{ kind: string; count: number }[]> {
  return reader
    .selectFrom('concerns')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('ended_at', 'is', null)
    .groupBy('kind')
    .execute()
}

/** Returns a text that differs after a concern has opened, changed or ended. */
export async function readConcernsMark(reader: Reader): Promise<string> {
  const open = await reader
    .selectFrom('concerns')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('last_seen_at').as('seenAt')])
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  const ended = await reader
    .selectFrom('concerns')
    .select(({ fn }) => fn.max('ended_at').as('at'))
    .executeTakeFirstOrThrow()
  return `${open.count}.${open.seenAt}.${ended.at}`
}
