import type { BoardDescription, BoardId, BoardSpan } from '#contract/boards.ts'
import { describeBoard } from '#contract/boards.ts'

const DONATION_TABS: Record<BoardSpan, string> = {
  'all-time': 'All time',
  today: 'Today',
  week: 'This week',
  month: 'This month',
  round: 'Round',
}

const DONOR_TABS: Record<BoardSpan, string> = {
  'all-time': 'Donors all time',
  today: 'Donors today',
  week: 'Donors this week',
  month: 'Donors this month',
  round: 'Round',
}

const TEAM_TABS: Record<BoardSpan, string> = {
  ...DONATION_TABS,
  'all-time': 'Constellations',
  today: 'Constellations today',
  week: 'Constellations this week',
  month: 'Constellations this month',
}

/** When the donations of a board were given, as the end of a sentence. */
export const WHEN: Record<BoardSpan, string> = {
  'all-time': '',
  today: ' today',
  week: ' this week',
  month: ' this month',
  round: ' in this round',
}

/** The most letters of a round's name for which a tab has room. */
const MAX_TAB_LETTERS = 20

const RULES: Record<BoardDescription['ranks'], string> = {
  donation: 'Biggest donation',
  donor: 'Biggest total',
  team: 'Biggest shared total',
  'team-average': 'Biggest average per donor',
}

/** Returns the name of a board's tab; that of a round's board is the round's, if it is short. */
export function nameTab(id: BoardId, round?: { name: string }): string {
  const isShort = round !== undefined && round.name.length <= MAX_TAB_LETTERS
  if (isShort && id.endsWith('-round')) return round.name
  const { ranks, span } = describeBoard(id)
  const tabs = {
    donation: DONATION_TABS,
    donor: DONOR_TABS,
    team: TEAM_TABS,
    'team-average': TEAM_TABS,
  }
  return tabs[ranks][span] + (ranks === 'team-average' ? ' by average' : '')
}

/**
 * Returns the name of a board's tab where there is no room for all of it: what it does not share with
 * the tab before it. Undefined if it has none.
 */
export function shortenTab(id: BoardId): string | undefined {
  const { ranks, span } = describeBoard(id)
  return ranks === 'team-average' && span !== 'round' ? `By average${WHEN[span]}` : undefined
}

/** Returns what ranks on a board, such as 'Biggest total this week leads'. */
export function describeRule({ ranks, span }: BoardDescription): string {
  // A round's tab and line say which it is, and phones have no room to say it again.
  return `${RULES[ranks]}${span === 'round' ? '' : WHEN[span]} leads`
}

const RANKED: Record<BoardDescription['ranks'], string> = {
  donation: 'donations',
  donor: 'donors',
  team: 'constellations',
  'team-average': 'constellations',
}

/** Names what a board ranks, such as 'all donations' or 'the donors this week'. */
export function nameRanked(id: BoardId): string {
  const { ranks, span } = describeBoard(id)
  return span === 'all-time' ? `all ${RANKED[ranks]}` : `the ${RANKED[ranks]}${WHEN[span]}`
}
