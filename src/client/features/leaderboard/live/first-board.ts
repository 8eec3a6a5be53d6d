import { FIRST_BOARD_ID } from '#contract/first-view.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'

/** Takes the board out of the document; undefined if the server put none there. */
export function takeFirstBoard(): LeaderboardPage | undefined {
  const element = document.getElementById(FIRST_BOARD_ID)
  if (element === null) return undefined
  element.remove()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it
  return JSON.parse(element.textContent) as LeaderboardPage
}
