import { useIsWithin } from '#client/lib/server-clock.ts'
import { roundOf, type ShownBoard } from '../boards/use-shown-board.ts'

/** Returns whether what is given now counts on a board: that of a round takes nothing before and after it. */
export function useIsCounting(shown: ShownBoard): boolean {
  const round = roundOf(shown)
  const isWithin = useIsWithin(
    round && { from: Date.parse(round.startsAt), to: Date.parse(round.endsAt) },
  )
  return isWithin && (round === undefined || (round.results === null && !round.cancelled))
}
