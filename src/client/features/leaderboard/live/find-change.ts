import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardChange, LeaderboardPage, Total } from '#contract/leaderboard.ts'
import { compare, type Board } from './board.ts'

/** A board as it was loaded, before the page was read. */
interface Known {
  board: Board
  version: number
  total: Total
}

/**
 * Returns what a first page of the board, read later, shows to have changed; undefined if rows that
 * are not on it may have changed, too. Each version changes one row, so nothing has changed further
 * down if as many rows differ as there are versions between, and none of them has gone there.
 */
export function findChange(known: Known, page: LeaderboardPage): LeaderboardChange | undefined {
  const { board } = known
  const { version, entries, total, next } = page
  const rows = new Map(board.copyRows().map((row) => [row.id, row]))
  const upserts = entries.filter((entry) => !isSame(rows.get(entry.id), entry))
  const ids = new Set(entries.map(({ id }) => id))
  const last = next === null ? undefined : entries.at(-1)
  const isMissing = (row: PublicDonation) =>
    !ids.has(row.id) && (last === undefined || compare(row, last) < 0)
  const removals = [...rows.values()].flatMap((row) => (isMissing(row) ? [row.id] : []))
  const differing = upserts.length + removals.length
  const added = upserts.filter(({ id }) => !rows.has(id)).length
  const isAll =
    differing > 0 &&
    version - known.version === differing &&
    total.count - known.total.count === added - removals.length
  return isAll ? { version, upserts: upserts.toSorted(byTime), removals, total } : undefined
}

function isSame(row: PublicDonation | undefined, entry: PublicDonation): boolean {
  return (
    row?.name === entry.name &&
    row.message === entry.message &&
    row.amountCents === entry.amountCents &&
    row.timestamp === entry.timestamp
  )
}

function byTime(a: PublicDonation, b: PublicDonation): number {
  if (a.timestamp === b.timestamp) return 0
  return a.timestamp < b.timestamp ? -1 : 1
}
