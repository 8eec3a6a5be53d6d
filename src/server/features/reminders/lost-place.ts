import type { OwnRank, Passed, PlacesVersion } from './places.ts'
import type { ReminderRow } from './store.ts'

/** Returns whether a donor had a better place since they were last seen, or may have had one. */
export function mayHaveLost(reminder: ReminderRow, ownRank: OwnRank): boolean {
  return ownRank.sequence > reminder.seen_sequence || isBelowNoted(reminder, ownRank)
}

function isBelowNoted({ place }: ReminderRow, ownRank: OwnRank): boolean {
  return place !== null && ownRank.place > place
}

/**
 * Finds the place at which a donor was passed: the one that was noted, or that of the amount which
 * stands there now, if it was passed before anybody noted it.
 */
export async function findLoss(
  { findPassers }: PlacesVersion,
  reminder: ReminderRow,
  ownRank: OwnRank,
): Promise<Pick<Passed, 'formerPlace' | 'targetPlace' | 'passer'> | undefined> {
  const { user_id: userId, place: noted, seen_sequence: seen } = reminder
  const wasNoted = isBelowNoted(reminder, ownRank)
  const passers = await findPassers(userId, wasNoted ? seen : ownRank.sequence)
  if (passers === undefined) return undefined
  const above = ownRank.place - passers.count
  // Refunds may have moved everybody up, and the host may have chosen another board since: only a noted
  // place that may have been on this board is claimed.
  const formerPlace = wasNoted && noted !== null && noted >= above ? noted : undefined
  return { formerPlace, targetPlace: formerPlace ?? above, passer: passers.latest }
}
