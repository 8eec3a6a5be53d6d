import { OVERTIME_MS, type Round } from '#contract/rounds.ts'

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

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Writes a time that is left as a clock does: '2 d 4 h', '4:05:09', '12:34'; never below zero. */
export function formatLeft(ms: number): string {
  // Rounded up, so that it is 0:00 at the end and not a second before.
  const left = Math.max(0, Math.ceil(ms / SECOND) * SECOND)
  if (left >= 2 * DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = pad((left % MINUTE) / SECOND)
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${pad((left % HOUR) / MINUTE)}:${seconds}`
  return `${Math.floor(left / MINUTE)}:${seconds}`
}

/** Says what adds time, and how often it has; undefined for a round without overtime. */
export function describeOvertime({ overtime: { used, max } }: Round): string | undefined {
  if (max === 0) return undefined
  const often = max === 1 ? 'once' : `up to ${max} times`
  const sofar = used === 0 ? '' : ` (${used} so far)`
  return `A new #1 in the last minute adds a minute, ${often}${sofar}.`
}
