import { useState } from 'react'
import type { Round } from '#contract/rounds.ts'
import type { RoundPhase } from './round-phase.ts'

/** Says whether the ceremony of a round is due: once, for those who watched it before its end. */
export function useCeremony({ id, results }: Round, phase: RoundPhase) {
  const [watched, setWatched] = useState<string>()
  const [closed, setClosed] = useState<string>()
  const isOpen = phase === 'running' || phase === 'photo' || phase === 'counting'
  if (isOpen && watched !== id) setWatched(id)
  return {
    isDue: watched === id && closed !== id && results !== null,
    close: () => setClosed(id),
  }
}
