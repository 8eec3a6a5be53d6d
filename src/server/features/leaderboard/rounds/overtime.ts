import { OVERTIME_MS } from '#contract/round-times.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { compareRank, type RankKey } from '#server/features/ledger/ledger.ts'
import { endOf, spanOf, type RoundRow } from './round.ts'
import {
  readDonorRows,
  readGifts,
  readTopRows,
  type Counted,
  type CountedGift,
} from './standings.ts'

/** The most donations of a last minute that are looked at. */
const MAX_GIFTS = 10_000

/** Returns whether a round may still get overtime, and its last minute has begun. */
export function isInLastMinute(row: RoundRow, now: number): boolean {
  const isOpen = row.overtimes_used < row.overtimes && row.ended_early === 0
  return isOpen && now >= endOf(row) - OVERTIME_MS
}

/**
 * Returns whether a round has a new first place in its last minute. A donation counts for it by the
 * moment at which it came onto the board, so that none overtakes there unseen.
 */
export async function hasNewLeader(reader: Reader, row: RoundRow): Promise<boolean> {
  const { livemode, ranks } = row
  const { start, end, ...rule } = spanOf(row)
  const lastMinute = Math.max(start, end - OVERTIME_MS)
  const before: Counted = { livemode, ranks, span: { start, end: lastMinute, ...rule } }
  const whole: Counted = { livemode, ranks, span: { start, end, ...rule } }
  const gifts = await readGifts(reader, whole, { since: lastMinute, limit: MAX_GIFTS })
  if (gifts.length === 0) return false
  const [first] = await readTopRows(reader, before, 1)
  const ids = ranks === 'donor' ? [...new Set(gifts.map(({ rowId }) => rowId))] : []
  const rows = await readDonorRows(reader, before, ids)
  return findNewLeader(gifts, new Map(rows.map((row) => [row.id, row])), first)
}

/** Returns whether a donation takes the first place from another row, or an empty one. */
function findNewLeader(
  gifts: readonly CountedGift[],
  keys: Map<string, RankKey>,
  first: (RankKey & { id: string }) | undefined,
): boolean {
  let leader = first
  for (const { rowId: id, ...gift } of gifts) {
    const key = addGift(keys.get(id), gift)
    keys.set(id, key)
    const isAhead = leader === undefined || compareRank(key, leader) < 0
    if (leader?.id === id) leader = { id, ...key }
    else if (isAhead) return true
  }
  return false
}

function addGift(sum: RankKey | undefined, { amountCents, sequence }: RankKey): RankKey {
  if (sum === undefined) return { amountCents, sequence }
  return {
    amountCents: sum.amountCents + amountCents,
    sequence: Math.max(sum.sequence, sequence),
  }
}
