/** Says so of the donor where teams alone rank. */
export const TEAMLESS = 'You are in no constellation.'

/** Says in the ladder's place why it has no rung. */
export const TEAMS_RANK = 'Places to aim for are those of constellations. Each donor is a star.'

/**
 * Says for what an amount counts there; null if no team is chosen, undefined if none can be chosen.
 */
export function describeTeamless(team: string | null | undefined): string {
  if (team === undefined) return TEAMLESS
  if (team === null) return 'This counts once you choose a constellation below.'
  return 'This counts for the constellation you chose.'
}

/** Says the same below the amount of a closed sheet. */
export function describeClosed(team: string | null | undefined): string {
  return typeof team === 'string'
    ? 'For the constellation you chose'
    : 'You are in no constellation'
}
