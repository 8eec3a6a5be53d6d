/** What the donor is about to pay, and what the page promises for it. */
export interface DonationQuote {
  amountCents: number
  /** The place that the page shows for the amount; null where it shows none. */
  quotedPosition: number | null
}
