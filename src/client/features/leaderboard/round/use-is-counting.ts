import type { Round } from '#contract/rounds.ts'
import { useAtServerTime } from '#client/lib/server-clock.ts'
import { roundOf, type ShownBoard } from '../boards/use-shown-board.ts'
import { phaseOf } from './round-phase.ts'

/**
 * Returns whether what is given now counts on a board: that of a round takes nothing before it and
 * after it.
 */
export function useIsCounting(shown: ShownBoard): boolean {
  const round = roundOf(shown)
  return useAtServerTime(round && ((now) => isRunning(round, now))) ?? true
}

function isRunning(round: Round, now: number): boolean {
  const phase = phaseOf(round, now)
  return phase === 'running' || phase === 'photo'
}
