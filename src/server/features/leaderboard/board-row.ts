import type { LeaderboardEntry } from '#contract/leaderboard.ts'

/** The key of the ranking: the higher amount first, of equal ones the smaller sequence. */
export interface RankKey {
  amountCents: number
  /** The board version that added the donation. */
  sequence: number
}

/** A donation that is on the board. */
export interface BoardDonation extends RankKey {
  id: string
  name: string
  /** Unix ms. */
  timestamp: number
}

/**
 * The change of one donation by a version of the board. Versions are counted over both modes; a
 * donation of the other mode is on this board neither before nor now.
 */
export interface BoardChange {
  version: number
  id: string
  sequence: number
  /** Null if it was not on the board. */
  previousAmountCents: number | null
  /** Null if it is not on the board now. */
  row: BoardDonation | null
}

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
