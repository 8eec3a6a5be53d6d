/** The ledger as donations: `amount_cents` is what is left of the money now. */
export interface DonationsTable {
  id: string
  checkout_id: string
  user_id: string
  /** The name that everybody sees; null if there is none, and then the donation is not shown. */
  name: string | null
  /** The message that everybody sees; null if there is none. */
  message: string | null
  amount_cents: number
  livemode: 0 | 1
  timestamp: number
  /**
   * The time at which the provider took the money, by which boards choose its span, Unix ms; null if
   * it is not known, and then `timestamp` counts.
   */
  captured_at: number | null
  /** The time at which the payment was begun, Unix ms, if it was pending before; else null. */
  begun_at: number | null
  /**
   * The time at which it last got a name while it had none, and so came onto the board, Unix ms; null
   * if it has had one since it was recorded, or has none.
   */
  named_at: number | null
  /** The option that it votes for; null if for none. */
  option_id: string | null
  /** The board version that added it; of equal amounts the smaller sequence ranks higher. */
  sequence: number
  /** The time when it was taken off the board for good, together with its name. */
  removed_at: number | null
  /** The donors' team for which it was given; null for none. It never changes. */
  team_id: string | null
}

/** The change feed. An amount is null if the donation was, or is now, not on the board. */
export interface BoardChangesTable {
  version: number
  donation_id: string
  name: string | null
  message: string | null
  timestamp: number
  /** The donation's `captured_at`. */
  captured_at: number | null
  /** The donation's `begun_at`. */
  begun_at: number | null
  /** The donation's `named_at`. */
  named_at: number | null
  sequence: number
  previous_amount_cents: number | null
  amount_cents: number | null
  /** 1 if the donation's earlier name or message must not be sent to anybody any more. */
  retracts: 0 | 1
}
