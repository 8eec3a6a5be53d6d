import { useState } from 'react'
import type { Round } from '#contract/rounds.ts'
import { formatMoment } from '#client/lib/moments.ts'

/** The time for which a changed end is told, ms. */
const TOLD_MS = 30_000

/**
 * Returns what has just made the round longer, for those who see it happen; undefined without a
 * change in the last half minute. `now` is the server's time, Unix ms.
 */
export function useEndChange(round: Round, now: number): string | undefined {
  const [last, setLast] = useState(round)
  const [told, setTold] = useState<{ sentence: string; at: number }>()
  if (last !== round) {
    setLast(round)
    const sentence = describeEndChange(last, round)
    if (sentence !== undefined) setTold({ sentence, at: now })
    // A round that is over, or another one, is not longer.
    else if (last.id !== round.id || round.cancelled || round.endedEarly) setTold(undefined)
  }
  return told !== undefined && now - told.at < TOLD_MS ? told.sentence : undefined
}

/** Says what the end of a round has become later by; undefined if it has not. */
export function describeEndChange(before: Round, after: Round): string | undefined {
  if (before.id !== after.id || Date.parse(after.endsAt) <= Date.parse(before.endsAt)) return
  if (after.overtime.used > before.overtime.used) return 'A new #1: the round goes on for a minute.'
  return `The host has extended the round to ${formatMoment(Date.parse(after.endsAt))}.`
}
