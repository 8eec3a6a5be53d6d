import type { LeaderboardEntry, Total } from '#contract/leaderboard.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { CountedSpan, RankKey } from '#server/features/ledger/ledger.ts'
import type { Surroundings, SurroundingsOptions } from '../surroundings.ts'

/** A board of donors and the database at the same version, valid until `readDonors` has settled. */
export interface DonorsVersion {
  livemode: Livemode
  span: CountedSpan
  total: Total
  /** The version of the change feed, by which donations are counted up. */
  feedVersion: number
  snapshot: Reader
  /** Returns the key of an account's row; undefined if nothing of theirs counts. */
  keyOf(userId: string): RankKey | undefined
  /** Returns the position of a row, from 1. */
  positionOf(key: RankKey): number
  /** Reads the row of a key. */
  readRow(key: RankKey): Promise<LeaderboardEntry | undefined>
  /** Returns the row of a key, with so many rows above and below it. */
  surroundingsOf(key: RankKey, options: SurroundingsOptions): Promise<Surroundings>
}
