import type { HostDonation } from '#contract/host/donations.ts'

/** The words for the states of donations and of attempts to pay. */
export const STATE_NAMES: Record<HostDonation['state'], string> = {
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  dispute_lost: 'Dispute lost',
  open: 'Not paid yet',
  pending: 'Pending',
  review: 'In review',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** Returns the name that the board shows, or words for one without a name. */
export function nameOf({ name, isDeleted }: Pick<HostDonation, 'name' | 'isDeleted'>): string {
  if (isDeleted) return 'Deleted test donation'
  return name ?? 'Without a name'
}
