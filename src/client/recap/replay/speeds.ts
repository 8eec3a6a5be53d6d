/** The length of a replay that shows everything at one go, ms. */
export const WHOLE_MS = 30_000

/** The shortest replay that a speed may give, ms. */
const MIN_LENGTH_MS = 2_000

const SPEEDS = [1, 10, 100, 1_000, 10_000, 100_000] as const

export interface Speed {
  label: string
  /** How much faster than it happened. */
  factor: number
}

/** Returns the speeds for a course of a length, ms; the first shows all of it in half a minute. */
export function listSpeeds(lengthMs: number): Speed[] {
  const possible = SPEEDS.filter((factor) => factor === 1 || lengthMs / factor >= MIN_LENGTH_MS)
  return [
    { label: 'Everything in 30 s', factor: lengthMs / WHOLE_MS },
    ...possible.map((factor) => ({ label: `${factor.toLocaleString('en-US')}×`, factor })),
  ]
}
