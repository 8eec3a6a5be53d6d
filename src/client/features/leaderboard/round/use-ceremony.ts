import { useEffect, useState } from 'react'
import type { Round } from '#contract/rounds.ts'
import { phaseOf } from '#client/lib/round-phase.ts'
import {
  readWatchedRounds,
  saveWatchedRounds,
  type WatchedRounds,
  type WatchStep,
} from './watched-rounds.ts'

/**
 * The time after its end for which the ceremony of a round is news, ms: whoever pays has an hour, so
 * that all who left for the card page before the end are back by then.
 */
const NEWS_MS = 60 * 60_000

export interface Ceremony {
  round: Round
  /** False while it waits for a moment to be opened in. */
  isOpen: boolean
  open: () => void
  close: () => void
}

/**
 * Returns the ceremony that is due or open, of the current round or of the one before it: once a tab,
 * for those who watched the round in it before its results were there. `now` is the server's time,
 * Unix ms.
 */
export function useCeremony(
  round: Round,
  last: Round | undefined,
  now: number,
): Ceremony | undefined {
  const [watched, setWatched] = useState(readWatchedRounds)
  const [openId, setOpenId] = useState<string>()
  useEffect(() => saveWatchedRounds(watched), [watched])
  useEffect(() => {
    // A page from the browser's cache may be older than what the tab has shown since.
    const merge = () => setWatched((known) => new Map([...known, ...readWatchedRounds()]))
    addEventListener('pageshow', merge)
    return () => removeEventListener('pageshow', merge)
  }, [])

  const rounds = last === undefined ? [round] : [round, last]
  const begun = rounds.filter((one) => isUnderWay(one, now) && !watched.has(one.id))
  if (begun.length > 0) setWatched(withStep(watched, begun, 'watched'))

  const due = rounds.filter((one) => one.id === openId || isDue(one, watched, now))
  const [first] = due
  if (first === undefined) return undefined
  return {
    round: first,
    isOpen: first.id === openId,
    open: () => {
      // An earlier one that is still due, or open, is over with it: nobody waits for both.
      setWatched(withStep(watched, due, 'ceremony'))
      setOpenId(first.id)
    },
    close: () => setOpenId(undefined),
  }
}

function isUnderWay(round: Round, now: number): boolean {
  return ['running', 'photo', 'counting'].includes(phaseOf(round, now))
}

function isDue(round: Round, watched: WatchedRounds, now: number): boolean {
  const isNews = now - Date.parse(round.endsAt) < NEWS_MS
  return phaseOf(round, now) === 'over' && watched.get(round.id) === 'watched' && isNews
}

function withStep(
  watched: WatchedRounds,
  rounds: readonly Round[],
  step: WatchStep,
): WatchedRounds {
  return new Map([...watched, ...rounds.map(({ id }) => [id, step] as const)])
}
