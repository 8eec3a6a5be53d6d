import type { Generated } from 'kysely'
import type { TextAction } from '#contract/host/texts.ts'

/** The texts that a donor chose for a donation, kept on the checkout until it is paid. */
export interface ChosenTextColumns {
  /** Null if the payer's given name is to be shown. */
  display_name: string | null
  anonymous: Generated<0 | 1>
  message: string | null
}

/** The names under which donors donate, unless they say otherwise. */
export interface ProfilesTable {
  user_id: string
  display_name: string | null
  updated_at: number
}

/**
 * The result of screening, and of the host's decisions since. `clear` was never held; the texts of
 * `pending`, `flagged` and `denied` are shown to nobody but their donor.
 */
export type TextState = 'clear' | 'pending' | 'flagged' | 'approved' | 'name-approved' | 'denied'

/**
 * The texts of donations whose row is not simply the payer's given name. What everybody sees of
 * them is in `donations`.
 */
export interface DonationTextsTable {
  donation_id: string
  user_id: string
  livemode: 0 | 1
  /** The amount that was donated. */
  amount_cents: number
  /** The payer's given name; null if the provider named none. */
  given_name: string | null
  display_name: string | null
  anonymous: 0 | 1
  message: string | null
  /** The name that the host gave in place of the donor's; null if none. */
  host_name: string | null
  /** The message that the host put in place of the donor's, empty for none; null if not changed. */
  host_message: string | null
  hidden: 0 | 1
  state: TextState
  /** The reasons for which it is held: a JSON list of `HoldReason`. */
  reasons: string
  /** Counts the changes, so that nobody decides about a text that they have not seen. */
  revision: number
  /** The revision of the donor's last change. */
  edited_revision: number
  updated_at: number
}

/** The host's decisions about texts; the database refuses to update or delete them. */
export interface TextDecisionsTable {
  id: Generated<number>
  donation_id: string
  /** The revision that it made. */
  revision: number
  action: TextAction | 'edit'
  actor_id: string
  actor_name: string
  at: number
  state_before: TextState
  hidden_before: 0 | 1
  /** The decision that it takes back; null if it is one itself. */
  undoes: number | null
}

/** The settings of the screening, in one row. */
export interface TextScreeningTable {
  id: 1
  mode: 'off' | 'automatic' | 'hold'
  /** 1 if donations may have messages. */
  messages: 0 | 1
  /** The host's own words: a JSON list. */
  words: string
  /** The amounts, in cents, whose texts are denied: a JSON list. */
  amounts: string
  revision: number
  updated_at: number
}

/** The text that each host looks at, or looked at last. */
export interface TextPresencesTable {
  user_id: string
  name: string
  donation_id: string
  seen_at: number
}

/** One row: the number of changes of texts, by which nodes see that there is a new one. */
export interface TextHeadTable {
  id: 1
  version: number
}
