/* The tables of what limits tries to pay; see the conventions of the schema. */

/** One row an account that has begun a checkout; its lock puts an account's beginnings in order. */
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

/** Attempts to pay that a provider declined, kept for hours. */
export interface DeclinesTable {
  /** Names the attempt, so that it counts once however often it is told. */
  decline_key: string
  checkout_id: string
  user_id: string
  address_key: string | null
  at: number
}

/** Proofs of work that have been taken, until they would expire anyway. */
export interface SpentProofsTable {
  id: string
  expires_at: number
}

/** One row: the alarm over the whole installation. 0 stands for never. */
export interface CardTestingTable {
  id: 1
  /** When the present or last episode began. */
  raised_at: number
  /** The time until which every beginning needs a proof of work. */
  alarm_until: number
  /** The time until which a node is busy telling the host. */
  claimed_until: number
  /** When the host was told of the last episode that they know. */
  told_at: number
}
