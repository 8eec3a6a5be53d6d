/** The states of a donation's money; a checkout that was never paid has none. */
export const DONATION_STATES = [
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'dispute_lost',
] as const

export type DonationState = (typeof DONATION_STATES)[number]
