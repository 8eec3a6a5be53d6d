import type { OwnDonation } from '#contract/checkouts.ts'
import {
  toPublicDonation,
  type OwnedDonation,
  type ShownTexts,
} from '#server/features/ledger/ledger.ts'
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
  const withoutTexts = toPublicDonation({ ...donation, message: null }, position)
  return { ...withoutTexts, ...toShownToDonor(donation, texts) }
}

/** Returns the texts of a donation that its donor sees, also while nobody else sees them. */
export function toShownToDonor(
  shown: ShownTexts,
  texts: TextRow | undefined,
): Pick<OwnDonation, 'name' | 'message' | 'texts'> {
  const { name, message } = texts === undefined ? shown : toApprovedTexts(texts)
  return {
    name,
    ...(message !== null && { message }),
    ...(texts !== undefined && { texts: toOwnTexts(texts) }),
  }
}
