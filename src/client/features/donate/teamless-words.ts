import { NO_OPEN_TEAM } from '#client/lib/own-places.ts'

/** Says in the ladder's place why it has no rung. */
export const NO_RUNGS = 'Places to aim for are those of constellations. Each donor is a star.'

/**
 * Says for what an amount of a donor in no team counts; `teamId` is null if none is chosen, undefined
 * if none can be.
 */
export function describeTeamless(teamId: string | null | undefined): string {
  if (teamId === undefined) return `${NO_OPEN_TEAM}.`
  if (teamId === null) return 'This counts once you choose a constellation below.'
  return 'This counts for the constellation you chose.'
}

/** Says why no place of theirs leads the panel; `isLeaving` of a donor who is in a team. */
export function describeLead(teamId: string | null | undefined, isLeaving = false): string {
  if (!isLeaving) return `${NO_OPEN_TEAM}.`
  if (typeof teamId === 'string') return 'You give for another constellation than your own.'
  return 'You give for no constellation.'
}

/** Says it below the amount of a closed sheet, in fewer words; `isLeaving` of a donor in a team. */
export function describeClosed(teamId: string | null | undefined, isLeaving = false): string {
  if (typeof teamId === 'string') return 'For the constellation you chose'
  return isLeaving ? 'For no constellation' : NO_OPEN_TEAM
}
