import type { OwnDonation } from '#contract/checkouts.ts'
import { toPublicDonation, type OwnedDonation } from '#server/features/ledger/ledger.ts'
import { toApprovedTexts, toOwnTexts, type TextRow } from './shown.ts'

/**
 * Returns a donation as its donor gets it, with their own name and message also while nobody else
 * sees them. The position is null if the board does not show the donation.
 */
export function toOwnDonation(
  donation: OwnedDonation,
  position: number | null,
  texts: TextRow | undefined,
): OwnDonation {
  if (texts === undefined) return toPublicDonation(donation, position)
  const own = { ...donation, ...toApprovedTexts(texts) }
  return { ...toPublicDonation(own, position), texts: toOwnTexts(texts) }
}
