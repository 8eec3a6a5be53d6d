import type { OwnDonation } from '#contract/checkouts.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import type { Donation } from './donations.ts'
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
    const shown = donations.filter(({ name }) => name !== null)
    const positions = await positionsOf(
      shown.map(({ amount_cents: amountCents, sequence }) => ({ amountCents, sequence })),
    )
    return donations.map((donation) => toOwn(donation, positions.get(donation.sequence) ?? null))
  })
}

function toOwn(
  { id, name, amount_cents: amountCents, timestamp }: Donation,
  position: number | null,
): OwnDonation {
  return { id, name, amountCents, timestamp: new Date(timestamp).toISOString(), position }
}
