import type { Livemode } from './ledger-tables.ts'

/** The host's choices, on which donations vote. */
export interface ChoicesTable {
  id: string
  livemode: Livemode
  question: string
  /** The span in which a payment that begins can vote, Unix ms; the end is not in it. */
  opens_at: number
  closes_at: number
  /** 1 if the host has closed it before its time. */
  closed_early: 0 | 1
  /** 1 once a payment that votes was begun; what became of it says whether the options stay. */
  voted: 0 | 1
  /** The time when the host has cancelled it; it has no results then. */
  cancelled_at: number | null
  /** The time when the host has taken it off the page after its end. */
  withdrawn_at: number | null
  created_at: number
}

export interface ChoiceOptionsTable {
  id: string
  choice_id: string
  /** The place among the options, from 0. */
  position: number
  label: string
}

/** The promises of sponsors to add to what is donated; their money is in no other table. */
export interface MatchesTable {
  id: string
  livemode: Livemode
  sponsor: string
  /** The cents that are added to each dollar. */
  rate_percent: number
  cap_cents: number
  /** The span of the captures that it matches, Unix ms; the end is not in it. */
  starts_at: number
  ends_at: number
  /** 1 if the host has stopped it before its time. */
  stopped_early: 0 | 1
  /** The time when the host has cancelled it; it matches nothing then. */
  cancelled_at: number | null
  created_at: number
}
