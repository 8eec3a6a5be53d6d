import type { LeaderboardEntry, LeaderboardChange } from '#contract/leaderboard.ts'
import type { Reader } from '#server/infra/database/database.ts'
import {
  compareRank,
  countEarlierEquals,
  toPublicDonation,
  type BoardChange,
  type ShownDonation,
} from '#server/features/ledger/ledger.ts'
import type { Board } from './board.ts'

/** The changes of the board between two versions. */
export interface Announcement {
  since: number
  version: number
  /** Null if too much changed to list the rows. */
  change: LeaderboardChange | null
  /** True if a name or message of an earlier announcement must not be sent again. */
  retracts: boolean
  /** True if the board shows another span than before, perhaps under a lower version. */
  resets?: boolean
}

/**
 * The most changed rows of an announcement, some 35 kB. With more, a frame has the sums and the highest
 * 100 rows alone, which are 14 kB, and a viewer who has scrolled further loads those rows anew.
 */
export const MAX_ANNOUNCED_ROWS = 250

/** The most rows from before the last announcement, since the position of each needs a query. */
const MAX_LOOKUPS = 50

/** The changes since the last announcement, the last one of each donation. */
export class ChangeBatch {
  #since: number
  #version: number
  #changes = new Map<string, BoardChange>()
  #tooMany = false
  #retracts = false

  constructor(since: number) {
    this.#since = since
    this.#version = since
  }

  /** False for versions without changes too, as viewers compare their version with the newest. */
  get isEmpty(): boolean {
    return this.#version === this.#since
  }

  add(change: BoardChange): void {
    this.#version = change.version
    this.#retracts ||= change.retracts
    const wasNeverShown = change.previousAmountCents === null && change.row === null
    if (this.#tooMany || wasNeverShown) return
    this.#changes.set(change.id, change)
    this.#tooMany = this.#changes.size > MAX_ANNOUNCED_ROWS
  }

  /**
   * Returns the collected changes, with the positions that the board has now, and begins a new
   * batch. The snapshot must be of the board's version.
   */
  async announce(board: Board, snapshot: Reader): Promise<Announcement> {
    const change = await this.#describe(board, snapshot)
    const { version } = board
    const announcement = { since: this.#since, version, change, retracts: this.#retracts }
    this.#since = board.version
    this.#changes = new Map()
    this.#tooMany = false
    this.#retracts = false
    return announcement
  }

  async #describe(board: Board, snapshot: Reader): Promise<LeaderboardChange | null> {
    const changes = [...this.#changes.values()]
    const rows = changes.flatMap(({ row }) => row ?? [])
    const older = rows.filter(({ sequence }) => sequence <= this.#since)
    if (this.#tooMany || older.length > MAX_LOOKUPS) return null
    return {
      version: board.version,
      upserts: await this.#place(board, snapshot, rows.toSorted(compareRank)),
      removals: changes.filter(({ row }) => row === null).map(({ id }) => id),
      total: board.total,
    }
  }

  async #place(
    board: Board,
    snapshot: Reader,
    sorted: readonly ShownDonation[],
  ): Promise<LeaderboardEntry[]> {
    const entries: LeaderboardEntry[] = []
    for (const [index, row] of sorted.entries()) {
      const equals = board.ranks.countAt(row.amountCents)
      const earlier =
        row.sequence > this.#since
          ? equals - 1 - countLaterEquals(sorted, index)
          : await countEarlierEquals(snapshot, row, { livemode: board.livemode, equals })
      entries.push(toPublicDonation(row, board.ranks.countAbove(row.amountCents) + earlier + 1))
    }
    return entries
  }
}

/** Counts the equal amounts after a row: all that came after a row of this batch are in it too. */
function countLaterEquals(sorted: readonly ShownDonation[], index: number): number {
  const amountCents = sorted[index]?.amountCents
  let after = index + 1
  while (sorted[after]?.amountCents === amountCents) after += 1
  return after - index - 1
}
