import type { Reader } from '#server/infra/database/database.ts'
import {
  countEarlierEquals,
  countEqualsBetween,
  type RankKey,
} from '#server/features/ledger/ledger.ts'
import type { Board } from './board.ts'

/**
 * Returns the positions of donations by sequence. The snapshot must be of the board's version, and
 * the donations in the board's order: then equal ones are counted from one to the next.
 */
export async function findPositions(
  { livemode, ranks }: Board,
  snapshot: Reader,
  donations: readonly RankKey[],
): Promise<ReadonlyMap<number, number>> {
  const positions = new Map<number, number>()
  let last: { donation: RankKey; position: number } | undefined
  for (const donation of donations) {
    const { amountCents } = donation
    const position =
      last?.donation.amountCents === amountCents
        ? last.position + (await countEqualsBetween(snapshot, livemode, [last.donation, donation]))
        : ranks.countAbove(amountCents) +
          (await countEarlierEquals(snapshot, donation, {
            livemode,
            equals: ranks.countAt(amountCents),
          })) +
          1
    positions.set(donation.sequence, position)
    last = { donation, position }
  }
  return positions
}
