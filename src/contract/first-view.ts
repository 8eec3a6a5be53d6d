import type { Campaign } from './campaign.ts'
import type { LeaderboardPage } from './leaderboard.ts'

/** The board that comes with the document. */
export interface FirstBoard extends LeaderboardPage {
  /** The time of rendering, Unix ms, from which the ages of donations are counted. */
  asOf: number
}

/** The number of rows of the board that come with the document. */
export const FIRST_BOARD_ROWS = 30

/** The id of the script element that holds the first board as JSON, a `FirstBoard`. */
export const FIRST_BOARD_ID = 'first-board'

/** The id of the script element that holds the campaign as JSON, a `Campaign`. */
export const FIRST_CAMPAIGN_ID = 'first-campaign'

/** The state that the first view depends on: the page renders it, the server sends it. */
export interface FirstView {
  /** True if this browser session has accepted the disclaimer; otherwise nothing else is shown. */
  accepted: boolean
  /** True if the request had a session cookie (perhaps expired); without it nobody is signed in. */
  hasSession: boolean
  campaign: Campaign
  /** Undefined while the server has no board. */
  board: FirstBoard | undefined
}

/** The exports of the build's `server/first-view.js`: the markup of the first view, for `#root`. */
export interface FirstViewModule {
  renderFirstView(view: FirstView): string
}
