import type { OwnStanding, Passed, PlacesVersion } from './places.ts'
import type { ReminderRow } from './store.ts'

/** Returns whether a donor had a better place since they were last seen, or may have had one. */
export function mayHaveLost(reminder: ReminderRow, standing: OwnStanding): boolean {
  return standing.sequence > reminder.seen_sequence || isBelowNoted(reminder, standing)
}

function isBelowNoted({ place }: ReminderRow, standing: OwnStanding): boolean {
  return place !== null && standing.place > place
}

/**
 * Finds the place at which a donor was passed: the one that was noted, or that of the amount which
 * stands there now, if it was passed before anybody noted it.
 */
export async function findLoss(
  { findPassers }: PlacesVersion,
  reminder: ReminderRow,
  standing: OwnStanding,
): Promise<Pick<Passed, 'formerPlace' | 'targetPlace' | 'passer'> | undefined> {
  const { user_id: userId, place: noted, seen_sequence: seen } = reminder
  const wasNoted = isBelowNoted(reminder, standing)
  const passers = await findPassers(userId, wasNoted ? seen : standing.sequence)
  if (passers === undefined) return undefined
  const above = standing.place - passers.count
  // Refunds may have moved everybody up, and the host may have chosen another board since: only a noted
  // place that may have been on this board is claimed.
  const formerPlace = wasNoted && noted !== null && noted >= above ? noted : undefined
  return { formerPlace, targetPlace: formerPlace ?? above, passer: passers.latest }
}
