import type { BoardId } from './boards.ts'
import type { Campaign } from './campaign.ts'
import type { LiveSums } from './live-sums.ts'
import type { LeaderboardEntry, LeaderboardPage } from './leaderboard.ts'

/** The board that comes with the document. */
export interface FirstBoard extends LeaderboardPage {
  /** The time of rendering, Unix ms, from which the ages of donations are counted. */
  asOf: number
}

/**
 * The donation that the page's URL names, with the rows around it; on a board of donors, the row with
 * the sum of its donor, and the rows around that.
 */
export interface SharedDonation {
  id: string
  /** The board of donors, and the id of the donor's row; missing where donations rank. */
  donor?: { board: BoardId; id: string }
  entries: LeaderboardEntry[]
  /** The cursor of the page that begins with these rows; null at the top of the board. */
  after: string | null
  /** The position that the least payment above the donation, or the sum, would get. */
  landing: number
}

/** The number of rows of the board that come with the document. */
export const FIRST_BOARD_ROWS = 13

/** The id of the script element that holds the first board as JSON, a `FirstBoard`. */
export const FIRST_BOARD_ID = 'first-board'

/** The id of the script element that holds the campaign as JSON, a `Campaign`. */
export const FIRST_CAMPAIGN_ID = 'first-campaign'

/** The id of the script element that holds the sums of choices and matches, a `LiveSums`. */
export const FIRST_SUMS_ID = 'first-sums'

/** The id of the script element that holds the shared donation as JSON, a `SharedDonation`. */
export const SHARED_DONATION_ID = 'shared-donation'

/** The state that the first view depends on: the page renders it, the server sends it. */
export interface FirstView {
  /** True if this browser session has accepted the disclaimer; otherwise nothing else is shown. */
  accepted: boolean
  /** True if the request had a session cookie (perhaps expired); without it nobody is signed in. */
  hasSession: boolean
  campaign: Campaign
  /** Undefined if there never was a choice or a match. */
  sums: LiveSums | undefined
  /** Undefined while the server has no board. */
  board: FirstBoard | undefined
  /** Undefined if the URL names none that the board shows. */
  shared: SharedDonation | undefined
}

/** The exports of the build's `server/first-view.js`: the markup of the first view, for `#root`. */
export interface FirstViewModule {
  renderFirstView(view: FirstView): string
}
