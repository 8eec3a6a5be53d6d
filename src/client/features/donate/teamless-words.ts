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

/** Says it below the amount of a closed sheet, in fewer words. */
export function describeClosed(teamId: string | null | undefined): string {
  return typeof teamId === 'string' ? 'For the constellation you chose' : NO_OPEN_TEAM
}
