import type { LeaderboardChange } from '#contract/leaderboard.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Board } from './board.ts'

/**
 * Returns the ids that rows of a change had before. A donor's row gets another id with its first name
 * and when its last one goes, as with a deleted account, so that nobody can tell whose it is: all that
 * shows it to be the same is that one of its amount leaves in the same moment.
 */
export function findRenamed(
  board: Board,
  { upserts, removals }: LeaderboardChange,
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
