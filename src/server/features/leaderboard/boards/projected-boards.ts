import {
  DEFAULT_BOARD_ID,
  listBoards,
  TEAMS_BOARD_ID,
  type BoardDescription,
  type BoardId,
} from '#contract/boards.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { CountedSpan } from '#server/features/ledger/ledger.ts'
import { spanAt } from '#server/infra/time-span.ts'
import { toRoundSpan } from '../rounds/round.ts'

const NO_SPAN: CountedSpan = { start: 0, end: 0 }

/** The part of the campaign that decides about boards. */
export interface BoardsCampaign extends Pick<Campaign, 'timeZone' | 'round'> {
  boards: readonly BoardId[]
  teams?: Campaign['teams']
}

/** Returns the boards to project: while there are teams also the one that their list is made of. */
export function listProjected(campaign: BoardsCampaign): BoardId[] {
  const chosen = listBoards(campaign).filter((id) => id !== DEFAULT_BOARD_ID)
  const hasTeams = campaign.teams !== undefined && campaign.teams !== 'off'
  return hasTeams ? [...new Set<BoardId>([...chosen, TEAMS_BOARD_ID])] : chosen
}

/** Returns the span that a board shows at a time, Unix ms; a round's is the same before and after it. */
export function spanOf(
  { span }: BoardDescription,
  now: number,
  { timeZone, round }: BoardsCampaign,
): CountedSpan {
  if (span !== 'round') return spanAt(span, now, timeZone)
  // The round may have gone since the board was listed.
  return round === undefined ? NO_SPAN : toRoundSpan(round)
}
