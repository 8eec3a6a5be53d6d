import type { Leaderboard } from '../leaderboard/leaderboard.ts'
import { findShownDonation } from './store.ts'

/** Where somebody's donation stands on the board, and among how many. */
export interface Standing {
  name: string
  amountCents: number
  position: number
  count: number
}

/** Undefined where the board shows no such donation. */
export function findStanding(
  leaderboard: Pick<Leaderboard, 'read'>,
  donationId: string,
): Promise<Standing | undefined> {
  return leaderboard.read(async ({ snapshot, total, positionsOf }) => {
    const donation = await findShownDonation(snapshot, donationId)
    if (donation === undefined) return undefined
    const { name, amountCents, sequence } = donation
    const position = (await positionsOf([donation])).get(sequence)
    if (position === undefined) throw new Error(`Donation ${donationId} was not placed.`)
    return { name, amountCents, position, count: total.count }
  })
}
