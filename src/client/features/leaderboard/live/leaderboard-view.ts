import type { ConnectionStatus } from '#client/lib/live-stream.ts'
import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardEntry, Total } from '#contract/leaderboard.ts'

/** The leaderboard as it is shown at one moment; never changed once returned. */
export interface LeaderboardView {
  status: ConnectionStatus
  /** True if the board has been live on this page: connecting is then reconnecting. */
  wasLive: boolean
  /** Null until there is a first snapshot, or a remembered board. */
  board: BoardView | null
  /** True while the viewer has paused the rows. */
  paused: boolean
}

/** A row that has just come, or whose sum has just grown where donors or teams rank. */
export interface Arrival extends LeaderboardEntry {
  /** The position that it had before; none if it was not among the loaded rows. */
  from?: number | undefined
}

/** Returns whether the server tells what changes, at once or a few seconds later. */
export function isFollowing(status: ConnectionStatus): boolean {
  return status === 'live' || status === 'delayed'
}

export interface BoardView {
  /** The loaded rows, positions 1 to K in order. */
  rows: readonly PublicDonation[]
  total: Total
  version: number
  /** The time at which the rows were last known to be true, Unix ms. */
  asOf: number
  /** The state of the rows behind the loaded ones. */
  more: 'none' | 'waiting' | 'failed'
  /** The rows that are new or have grown with this view, in the order of arrival. */
  arrivals: readonly Arrival[]
  /**
   * The position of each row when this page first saw it, by id; null for those that came since. It
   * grows with the board, unlike the rest of the view.
   */
  firstPositions: ReadonlyMap<string, number | null>
}
