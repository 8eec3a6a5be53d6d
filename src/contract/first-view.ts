import type { LeaderboardPage } from './leaderboard.ts'

/** How many rows of the board come with the document. */
export const FIRST_BOARD_ROWS = 30

/** The id of the script element that holds the first board as JSON, a `LeaderboardPage`. */
export const FIRST_BOARD_ID = 'first-board'

/** What the first view depends on besides the build: the page renders it, the server sends it. */
export interface FirstView {
  /** Whether this browser session has accepted the disclaimer; without that there is nothing else. */
  accepted: boolean
  /** Whether the request brought a session's cookie, which may have ended; without one nobody is signed in. */
  hasSession: boolean
  /** Undefined while the server has none to give. */
  board: LeaderboardPage | undefined
}

/** What the build's `server/first-view.js` exports: the markup of the first view, for `#root`. */
export interface FirstViewModule {
  renderFirstView(view: FirstView): string
}
