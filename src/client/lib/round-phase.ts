import { OVERTIME_MS } from '#contract/round-times.ts'
import type { Round } from '#contract/rounds.ts'

/** The phase of a round at a moment; `photo` is its last minute. */
export type RoundPhase = 'before' | 'running' | 'photo' | 'counting' | 'over' | 'cancelled'

/** Returns the phase of a round at a time of the server, Unix ms. */
export function phaseOf(round: Round, now: number): RoundPhase {
  const { startsAt, endsAt, results, cancelled } = round
  if (cancelled) return 'cancelled'
  if (results !== null) return 'over'
  if (now < Date.parse(startsAt)) return 'before'
  const leftMs = Date.parse(endsAt) - now
  if (leftMs <= 0) return 'counting'
  return leftMs <= OVERTIME_MS ? 'photo' : 'running'
}

/** Returns whether a clock is shown in a phase; a sentence is in the others. */
export function hasClock(phase: RoundPhase): boolean {
  return phase === 'before' || phase === 'running' || phase === 'photo'
}

/** Returns whether what is given at a time of the server, Unix ms, counts for a round. */
export function isCounting(round: Round, now: number): boolean {
  const phase = phaseOf(round, now)
  return phase === 'running' || phase === 'photo'
}

/** Says what adds time, and how often it has; undefined for a round without overtime. */
export function describeOvertime({ overtime: { used, max } }: Round): string | undefined {
  if (max === 0) return undefined
  const often = max === 1 ? 'once' : `up to ${max} times`
  const sofar = used === 0 ? '' : ` (${used} so far)`
  return `A new #1 in the last minute adds a minute, ${often}${sofar}.`
}
