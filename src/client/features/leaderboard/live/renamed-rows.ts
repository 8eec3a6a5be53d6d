import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import type { PublicDonation } from '#contract/donations.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Board } from './board.ts'

interface RowChanges {
  upserts: readonly LeaderboardEntry[]
  removals: readonly string[]
}

/**
 * Returns the ids that rows of a change had before. A donor's row gets another id with its first name
 * and when its last one goes, as with a deleted account, so that nobody can tell whose it is: all that
 * shows it to be the same is that one of its amount leaves in the same moment.
 */
export function findRenamed(
  board: Board,
  { upserts, removals }: RowChanges,
): ReadonlyMap<string, string> {
  const left = removals.flatMap((id) => board.find(id) ?? [])
  const renamed = new Map<string, string>()
  for (const { id, name, amountCents } of upserts) {
    const index = left.findIndex(
      (row) => row.amountCents === amountCents && (row.name === ANONYMOUS) !== (name === ANONYMOUS),
    )
    const [row] = index < 0 || board.has(id) ? [] : left.splice(index, 1)
    if (row !== undefined) renamed.set(id, row.id)
  }
  return renamed
}

/**
 * Returns the ids that rows of a whole board had on the one before. More may have happened between
 * the two, so a row must also be at the same place among those that stayed as they were.
 */
export function findRenamedSince(
  board: Board,
  entries: readonly LeaderboardEntry[],
): ReadonlyMap<string, string> {
  // The rows below those are not known to have left.
  const rows = board.copyRows().slice(0, entries.length)
  const now = new Map(entries.map((entry) => [entry.id, entry]))
  const removals = rows.flatMap(({ id }) => (now.has(id) ? [] : [id]))
  const renamed = findRenamed(board, { upserts: entries, removals })
  const findAbove = (list: readonly PublicDonation[], id: string) =>
    list
      .slice(
        0,
        list.findIndex((row) => row.id === id),
      )
      .findLast((row) => board.find(row.id)?.amountCents === now.get(row.id)?.amountCents)?.id
  const isAtPlace = ([id, before]: [string, string]) =>
    findAbove(entries, id) === findAbove(rows, before)
  return new Map([...renamed].filter(isAtPlace))
}
