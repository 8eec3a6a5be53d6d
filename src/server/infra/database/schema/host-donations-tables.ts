/** The hosts' notes on donations. */
export interface DonationNotesTable {
  id: string
  donation_id: string
  /** The account of the host who wrote it. */
  author_id: string
  text: string
  created_at: number
}

/** The hosts' refunds, each stored before its provider is asked. */
export interface HostRefundsTable {
  /** The provider's idempotency key is made of it. */
  id: string
  donation_id: string
  checkout_id: string
  /** The idempotency key of the host's request. */
  request_key: string
  /** The amount of the request; null if it was for all that was left. */
  asked_cents: number | null
  amount_cents: number
  reason: string
  /** The account of the host. */
  requested_by: string
  created_at: number
  /** The provider's id of the refund; null until the provider has accepted it. */
  object_id: string | null
  /** The reason why it failed or takes long; null if there is none. */
  message: string | null
  attempts: number
  /** The time of the first request to the provider; null before it. */
  tried_at: number | null
  next_attempt_at: number
  /** The time when the ledger had it, or when it failed; null until then. */
  finished_at: number | null
  is_failed: 0 | 1
}
