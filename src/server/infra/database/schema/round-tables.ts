import type { Livemode } from './ledger-tables.ts'

/** The host's rounds; two of a mode never run at once. */
export interface RoundsTable {
  id: string
  livemode: Livemode
  name: string
  prize: string | null
  ranks: 'donation' | 'donor'
  /** The rule for pending money: it counts by the time of its capture, or of its beginning. */
  pending: 'captured' | 'begun'
  /** Unix ms. */
  starts_at: number
  /** The end that the host has set, Unix ms; each used overtime adds to it. */
  ends_at: number
  /** The most overtimes. */
  overtimes: number
  overtimes_used: number
  /** 1 if the host has ended it before its time. */
  ended_early: 0 | 1
  cancelled_at: number | null
  created_at: number
}

/** The versions of the results of rounds; the database refuses to update or delete them. */
export interface RoundResultsTable {
  round_id: string
  /** From 1. */
  version: number
  recorded_at: number
  /** The version of the change feed that they are of. */
  feed_version: number
  /** The number of all rows of the round, and their sum. */
  count: number
  amount_cents: number
}

/** The highest rows of each version, and those that were struck since; without names. */
export interface RoundResultRowsTable {
  round_id: string
  version: number
  /** The order of the rows, from 1: the rank of a row that is not struck. */
  place: number
  /** The public id of the donation or the donor. */
  row_id: string
  /** The sequence of the donation, or of the donor's latest. */
  sequence: number
  /** The sequence of the donation that shows the name; null if none does. */
  name_sequence: number | null
  amount_cents: number
  /** 1 if its money has gone back. */
  struck: 0 | 1
}
