/* The tables of what donors set for themselves; see the conventions in schema.ts. */

/**
 * The limits on spending and the pause of an account. A limit is null for none. One that was raised
 * or lifted waits in `later_…` until its time, which is null if none waits.
 */
export interface SpendingLimitsTable {
  user_id: string
  day_cents: number | null
  later_day_cents: number | null
  later_day_from: number | null
  week_cents: number | null
  later_week_cents: number | null
  later_week_from: number | null
  /** The end of the latest pause; 0 if there was none. It never gets earlier. */
  paused_until: number
  updated_at: number
}

/** The reminders of an account that has ever turned them on. */
export interface RemindersTable {
  user_id: string
  is_on: 0 | 1
  /** The best place since the last reminder, from which the donor may be passed; null for none. */
  place: number | null
  /** The board's version at which they had that place. */
  seen_sequence: number
  /** 0 if there was none. */
  last_sent_at: number
  updated_at: number
}
