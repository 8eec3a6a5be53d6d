import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { ConcernRow } from './store.ts'

export interface NoticeClaim {
  now: number
  /** The end of the waiting time, Unix ms: later changes may bring more with them. */
  before: number
  /** The time until which no other node tells the hosts of these, Unix ms. */
  until: number
}

/**
 * Claims the concerns to tell the hosts of: those that are open and untold, and those that were
 * told and have ended. Claims all of them once one has waited long enough, and otherwise none.
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

/** Returns when a concern opened or ended last, Unix ms. */
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

/** The most concerns of one mail; more come in the next one. */
const MAX_NOTICES = 1_000

/** Stores which concerns the hosts were told of, open or ended. */
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
