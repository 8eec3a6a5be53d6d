/* The tables of the limits on attempts to pay; see the conventions in schema.ts. */

/**
 * One row for each account that has begun a checkout; locking it serializes the account's new
 * checkouts.
 */
export interface CheckoutAccountsTable {
  user_id: string
  last_begun_at: number
}

/** The origins of checkouts: a keyed hash of the address, kept for hours. */
export interface CheckoutOriginsTable {
  checkout_id: string
  address_key: string
  created_at: number
}

/** Attempts to pay that a provider declined; kept for hours. */
export interface DeclinesTable {
  /** Identifies the attempt, so that it counts once however often it is reported. */
  decline_key: string
  checkout_id: string
  user_id: string
  address_key: string | null
  at: number
}

/** Proofs of work that were used, until they would expire anyway. */
export interface SpentProofsTable {
  id: string
  expires_at: number
}

/** One row: the alarm for the whole installation. A time of 0 means never. */
export interface CardTestingTable {
  id: 1
  /** The time when the current or last episode began. */
  raised_at: number
  /** The time until which every new checkout needs a proof of work. */
  alarm_until: number
  /** The time until which a node has claimed to tell the host. */
  claimed_until: number
  /** The time when the host was last told of an episode. */
  told_at: number
}
