import type { ConnectionStatus } from '#client/lib/live-stream.ts'
import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardEntry, Total } from '#contract/leaderboard.ts'

/** What the leaderboard shows at one moment; never changed once given out. */
export interface LeaderboardView {
  status: ConnectionStatus
  /** Whether the board has been live on this page: what connects now, connects again. */
  wasLive: boolean
  /** Null until the first snapshot, or a remembered board, is there. */
  board: BoardView | null
  /** Whether the rows stand still until the viewer resumes them. */
  paused: boolean
}

export interface BoardView {
  /** The loaded rows, positions 1 to K in order. */
  rows: readonly PublicDonation[]
  total: Total
  version: number
  /** Unix ms at which the rows were last known to be true. */
  asOf: number
  /** What is to be said of the rows behind the loaded ones. */
  more: 'none' | 'waiting' | 'failed'
  /** The donations that came with this view, in the order in which they came. */
  arrivals: readonly LeaderboardEntry[]
  /**
   * Where rows stood when this page first saw them, by id; null for those that came since. It
   * grows with the board, unlike the rest of the view.
   */
  firstPositions: ReadonlyMap<string, number | null>
}
