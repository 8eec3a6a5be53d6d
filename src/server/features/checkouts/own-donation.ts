import type { OwnDonation } from '#contract/checkouts.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { gatherReads } from '#server/infra/database/gather-reads.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findOwnedDonations, isShown, type OwnedDonation } from '#server/features/ledger/ledger.ts'
import { findTextsOf, toOwnDonation, type TextRow } from '#server/features/names/names.ts'
import type { CheckoutRow } from './store.ts'

export interface OwnDonationDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'livemode' | 'positionOf'>
}

/**
 * Returns the donation of a checkout with its place on the board; null if there is none. The place
 * is null if the board does not show it, such as a donation of the other mode. Those that are asked
 * for in one turn share their queries.
 */
export type FindOwnDonation = (checkout: CheckoutRow) => Promise<OwnDonation | null>

/** Creates the search for the donations of checkouts. */
export function createFindOwnDonation({ database, leaderboard }: OwnDonationDeps): FindOwnDonation {
  const find = gatherReads((ids: readonly string[]) => findWithTexts(database.reader, ids))
  return async ({ state, donation_id: id }) => {
    const found = state === 'paid' ? await find(id) : undefined
    if (found === undefined) return null
    const { donation, texts } = found
    const isOnBoard = isShown(donation, leaderboard.livemode)
    const position = isOnBoard ? await leaderboard.positionOf(donation) : null
    return toOwnDonation(donation, position, texts)
  }
}

interface TextedDonation {
  donation: OwnedDonation
  /** The texts that its donor chose; undefined if it shows the payer's given name. */
  texts: TextRow | undefined
}

async function findWithTexts(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, TextedDonation>> {
  const [donations, texts] = await Promise.all([
    findOwnedDonations(reader, ids),
    findTextsOf(reader, ids),
  ])
  return new Map([...donations].map(([id, donation]) => [id, { donation, texts: texts.get(id) }]))
}
