import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import type { BoardDonation, RankKey } from '#server/features/ledger/ledger.ts'

/** Compares two donations for sorting: negative if `a` ranks higher than `b`. */
export function compareRank(a: RankKey, b: RankKey): number {
  return b.amountCents - a.amountCents || a.sequence - b.sequence
}

/** A row as anybody may see it: every field is named, so that nothing else can get out. */
export function toBoardRow(row: BoardDonation, position: number): LeaderboardEntry {
  return {
    position,
    id: row.id,
    name: row.name,
    amountCents: row.amountCents,
    timestamp: new Date(row.timestamp).toISOString(),
  }
}
