import type { OwnLimits } from '#contract/spending.ts'

const NONE = { cents: null, later: null }

/** The limits of a donor who has none, and has given nothing. */
export const NO_LIMITS: OwnLimits = {
  day: NONE,
  week: NONE,
  pausedUntil: null,
  host: { dayCents: null, weekCents: null },
  left: [],
  lastHour: null,
}
