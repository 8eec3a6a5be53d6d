import type { HostDonation } from '#contract/host/donations.ts'
import { hasPermission, type HostRole } from '#contract/host/roles.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { findTextsOf, toApprovedTexts } from '#server/features/names/names.ts'

/**
 * Marks the donations whose texts wait for a decision. Their names are told to roles alone that may
 * decide about them.
 */
export async function markHeld(
  reader: Reader,
  donations: readonly HostDonation[],
  role: HostRole | null,
): Promise<HostDonation[]> {
  const mayRead = hasPermission(role, 'moderation')
  const texts = await findTextsOf(
    reader,
    donations.map(({ id }) => id),
  )
  return donations.map((donation) => {
    const row = texts.get(donation.id)
    const isHeld = row?.state === 'pending' || row?.state === 'flagged'
    if (row === undefined || !isHeld || row.hidden === 1 || donation.isDeleted) return donation
    return { ...donation, held: { name: mayRead ? toApprovedTexts(row).name : null } }
  })
}
