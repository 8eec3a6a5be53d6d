import type { Round } from '#contract/rounds.ts'
import { isCounting } from '#client/lib/round-phase.ts'
import { useAtServerTime } from '#client/lib/server-clock.ts'

/**
 * Returns whether what is given now counts on the board of a round, which takes nothing before it and
 * after it; true without one.
 */
export function useIsCounting(round: Round | undefined): boolean {
  return useAtServerTime(round && ((now) => isCounting(round, now))) ?? true
}
