import type { OwnDonation } from '#contract/checkouts.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findTextsOf, toOwnDonation } from '#server/features/names/names.ts'
import { isShown } from './board/public-donations.ts'
import { findDonationsOf } from './store.ts'

const MAX_OWN = 100

/**
 * Returns a donor's donations of the board's mode with their positions, all of one version of the
 * board.
 */
export function listOwnDonations(
  leaderboard: Pick<Leaderboard, 'read'>,
  userId: string,
): Promise<OwnDonation[]> {
  return leaderboard.read(async ({ livemode, snapshot, positionsOf }) => {
    const donations = await findDonationsOf(snapshot, { userId, livemode, limit: MAX_OWN })
    const positions = await positionsOf(donations.filter((one) => isShown(one, livemode)))
    const texts = await findTextsOf(
      snapshot,
      donations.map(({ id }) => id),
    )
    return donations.map((donation) =>
      toOwnDonation(donation, positions.get(donation.sequence) ?? null, texts.get(donation.id)),
    )
  })
}
