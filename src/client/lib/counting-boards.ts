import { listBoards, type BoardId } from '#contract/boards.ts'
import type { Campaign } from '#contract/campaign.ts'
import { isCounting } from './round-phase.ts'
import { lastServerOffset } from './server-clock.ts'

/** Returns the boards on which what is given now counts: that of a round only while it runs. */
export function listCountingBoards({
  boards,
  round,
}: Pick<Campaign, 'boards' | 'round'>): readonly BoardId[] {
  const now = Date.now() + lastServerOffset()
  return round !== undefined && isCounting(round, now) ? listBoards({ boards, round }) : boards
}
