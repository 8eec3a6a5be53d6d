import type { OwnStanding, Passed, PlacesVersion } from './places.ts'
import type { ReminderRow } from './store.ts'

/** Returns whether a donor had a better place since they were last seen, or may have had one. */
export function mayHaveLost(
  { place, seen_sequence: seen }: ReminderRow,
  standing: OwnStanding,
): boolean {
  return standing.sequence > seen || (place !== null && standing.place > place)
}

/**
 * Finds the best place that a donor had since they were last seen and was passed at: the one that was
 * noted then, or one that they took with a donation and lost before anybody looked.
 */
export async function findLoss(
  { listTaken, findPassers }: PlacesVersion,
  { user_id: userId, place: noted, seen_sequence: seen }: ReminderRow,
  standing: OwnStanding,
): Promise<Pick<Passed, 'formerPlace' | 'passer'> | undefined> {
  const taken = standing.sequence > seen ? await listTaken(userId, seen) : []
  const held = noted === null ? taken : [...taken, { place: noted, sequence: seen }]
  const lost = held
    .filter(({ place }) => place < standing.place)
    .toSorted((one, other) => one.place - other.place)
  for (const { place, sequence } of lost) {
    const passers = await findPassers(userId, sequence)
    if (passers === undefined) continue
    // The place may have been noted on another board, if the host has chosen this one since.
    const formerPlace = Math.max(place, standing.place - passers.count)
    return { formerPlace, passer: passers.latest }
  }
  return undefined
}
