import type { Campaign } from '../campaign.ts'

/** Returns whether a donation can begin at a time, Unix ms. */
export function isTakingDonations(
  { open, deadline }: Pick<Campaign, 'open' | 'deadline'>,
  now: number,
): boolean {
  return open && (deadline === null || now < Date.parse(deadline))
}
