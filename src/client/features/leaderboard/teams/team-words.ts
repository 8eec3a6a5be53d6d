import { describeBoard, type BoardId } from '#contract/boards.ts'
import type { Team } from '#contract/donor-teams/teams.ts'
import { formatCount } from '#client/lib/format.ts'

/** Returns the amount by which a team ranks on a board. */
export function centsOf(boardId: BoardId, { amountCents, donors }: Team): number {
  const isAverage = describeBoard(boardId).ranks === 'team-average'
  return isAverage && donors > 0 ? Math.floor(amountCents / donors) : amountCents
}

/** Counts people: those who gave with their name and without are two stars. */
export function countDonors({ donors }: Pick<Team, 'donors'>): string {
  return donors === 1 ? '1 donor' : `${formatCount(donors)} donors`
}
