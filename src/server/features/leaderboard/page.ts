import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { Reader } from '#server/infra/database/database.ts'
import {
  readBelow,
  readTop,
  toPublicDonation,
  type ShownDonation,
} from '#server/features/ledger/ledger.ts'
import type { Board } from './board.ts'
import { formatCursor, type Cursor } from './cursor.ts'

/** Returns the first page of the board from memory, or undefined if it is not all there. */
export function buildTopPage(board: Board, limit: number): LeaderboardPage | undefined {
  const rows = board.window.top(limit)
  if (rows === undefined) return undefined
  return buildPage(board, rows, { above: undefined, more: rows.length < board.total.count })
}

/** Returns a page of the board; the snapshot must be of the board's version. */
export async function readPage(
  board: Board,
  snapshot: Reader,
  { limit, above }: { limit: number; above: Cursor | undefined },
): Promise<LeaderboardPage> {
  const wanted = { livemode: board.livemode, limit: limit + 1 }
  const rows =
    above === undefined ? await readTop(snapshot, wanted) : await readBelow(snapshot, above, wanted)
  return buildPage(board, rows.slice(0, limit), {
    above: above && refresh(board, above, rows, limit),
    more: rows.length > limit,
  })
}

/**
 * Returns the cursor with its index corrected, as earlier donations of its amount may have come or
 * gone since. If the last one of the amount is among the rows, the index is counted from that end.
 */
function refresh(
  board: Board,
  above: Cursor,
  rows: readonly ShownDonation[],
  limit: number,
): Cursor {
  const equals = rows.filter((row) => row.amountCents === above.amountCents).length
  if (equals > limit) return above
  return { ...above, indexAmongEquals: board.ranks.countAt(above.amountCents) - equals }
}

function buildPage(
  board: Board,
  rows: readonly ShownDonation[],
  { above, more }: { above: Cursor | undefined; more: boolean },
): LeaderboardPage {
  let last = above
  const entries = rows.map((row) => {
    last = placeBelow(last, row)
    return toPublicDonation(row, board.ranks.countAbove(row.amountCents) + last.indexAmongEquals)
  })
  return {
    version: board.version,
    total: board.total,
    entries,
    next: more && last !== undefined ? formatCursor(last) : null,
  }
}

function placeBelow(last: Cursor | undefined, { amountCents, sequence }: ShownDonation): Cursor {
  const indexAmongEquals = last?.amountCents === amountCents ? last.indexAmongEquals + 1 : 1
  return { amountCents, sequence, indexAmongEquals }
}
