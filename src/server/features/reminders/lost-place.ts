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
): Promise<Pick<Passed, 'formerPlace' | 'passer'> | undefined> {
  const { user_id: userId, place: noted, seen_sequence: seen } = reminder
  const wasNoted = isBelowNoted(reminder, standing)
  const passers = await findPassers(userId, wasNoted ? seen : standing.sequence)
  if (passers === undefined) return undefined
  const held = standing.place - passers.count
  // The place may have been noted on another board, if the host has chosen this one since.
  return { formerPlace: wasNoted ? Math.max(noted ?? 0, held) : held, passer: passers.latest }
}
