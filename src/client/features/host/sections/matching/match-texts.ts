import type { Match } from '#contract/matches.ts'
import { parseDecimal } from '#contract/money.ts'

/** The texts in the form of a match. */
export interface MatchTexts {
  sponsor: string
  rate: string
  cap: string
  /** An instant; empty while there is none. */
  endsAt: string
}

/** Returns the match that the page would show, as if it ran; undefined before it is one. */
export function previewMatch({ sponsor, rate, cap, endsAt }: MatchTexts): Match | undefined {
  const capCents = parseDecimal(cap.trim())
  const ratePercent = Number(rate)
  if (sponsor.trim() === '' || capCents === undefined || !(ratePercent >= 1)) return undefined
  return {
    id: 'draft',
    sponsor,
    ratePercent: Math.floor(ratePercent),
    capCents,
    startsAt: new Date(0).toISOString(),
    endsAt:
      Date.parse(endsAt) > Date.now() ? endsAt : new Date(Date.now() + 3_600_000).toISOString(),
    stoppedEarly: false,
    over: false,
  }
}
