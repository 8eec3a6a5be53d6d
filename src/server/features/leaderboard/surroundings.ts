import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { readAbove, type RankKey } from '#server/features/ledger/ledger.ts'
import type { Board } from './board.ts'
import { formatCursor, type Cursor } from './cursor.ts'
import { readPage } from './page.ts'
import { findPositions } from './positions.ts'
import { landingOf } from './rank-quote.ts'

export interface SurroundingsOptions {
  /** The number of rows above it, and below it. */
  above: number
  below: number
  /** The least that may be paid, cents. */
  leastCents: number
}

/** A donation's row with those right above and below it. */
export interface Surroundings {
  entries: LeaderboardEntry[]
  /** The cursor of the page that begins with these rows; null at the top of the board. */
  after: string | null
  /** The position that the least payment above the donation, or the sum, would get now. */
  landing: number
}

/** Reads the rows around a donation; the snapshot must be of the board's version. */
export async function readSurroundings(
  board: Board,
  snapshot: Reader,
  { donation, above, below, leastCents }: SurroundingsOptions & { donation: RankKey },
): Promise<Surroundings> {
  const { livemode, ranks } = board
  const higher = await readAbove(snapshot, donation, { livemode, limit: above + 1 })
  const last = higher[above]
  const cursor = last && (await toCursor(board, snapshot, last))
  const limit = Math.min(higher.length, above) + 1 + below
  const { entries } = await readPage(board, snapshot, { limit, above: cursor })
  return {
    entries,
    after: cursor === undefined ? null : formatCursor(cursor),
    landing: landingOf(ranks, Math.max(donation.amountCents + 1, leastCents)),
  }
}

async function toCursor(board: Board, snapshot: Reader, row: RankKey): Promise<Cursor> {
  const { amountCents, sequence } = row
  const position = (await findPositions(board, snapshot, [row])).get(sequence) ?? 0
  return {
    amountCents,
    sequence,
    indexAmongEquals: position - board.ranks.countAbove(amountCents),
  }
}
