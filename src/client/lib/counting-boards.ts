import { listBoards, type BoardId } from '#contract/boards.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { Round } from '#contract/rounds.ts'
import { lastServerOffset } from './server-clock.ts'

/** Returns whether what is given at a time of the server, Unix ms, counts for a round. */
export function isCounting(round: Round, now: number): boolean {
  const { startsAt, endsAt, results, cancelled } = round
  const isOver = cancelled || results !== null || now >= Date.parse(endsAt)
  return !isOver && now >= Date.parse(startsAt)
}

/** Returns the boards on which what is given now counts: that of a round only while it runs. */
export function listCountingBoards({
  boards,
  round,
}: Pick<Campaign, 'boards' | 'round'>): readonly BoardId[] {
  const now = Date.now() + lastServerOffset()
  return round !== undefined && isCounting(round, now) ? listBoards({ boards, round }) : boards
}
