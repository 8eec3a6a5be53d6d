import { useState } from 'react'
import type { Round } from '#contract/rounds.ts'
import { phaseOf } from './round-phase.ts'

export interface DueCeremony {
  round: Round
  close: () => void
}

/**
 * Returns the ceremony that is due, of the current round or of the one before it: once, for those who
 * watched the round before its results were there. `now` is the server's time, Unix ms.
 */
export function useCeremony(
  round: Round,
  last: Round | undefined,
  now: number,
): DueCeremony | undefined {
  const [watched, setWatched] = useState<readonly string[]>([])
  const [closed, setClosed] = useState<readonly string[]>([])
  const rounds = last === undefined ? [round] : [round, last]
  const begun = rounds.filter((one) => isOpen(one, now) && !watched.includes(one.id))
  if (begun.length > 0) setWatched([...watched, ...begun.map(({ id }) => id)])
  const isDue = ({ id, results, cancelled }: Round) =>
    results !== null && !cancelled && watched.includes(id) && !closed.includes(id)
  const due = rounds.filter(isDue)
  const [first] = due
  // An earlier one that is still open is over with it: nobody waits for both.
  return first && { round: first, close: () => setClosed([...closed, ...due.map(({ id }) => id)]) }
}

function isOpen(round: Round, now: number): boolean {
  return ['running', 'photo', 'counting'].includes(phaseOf(round, now))
}
