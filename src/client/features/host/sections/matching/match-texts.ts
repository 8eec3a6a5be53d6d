import type { Match } from '#contract/matches.ts'
import { parseDecimal } from '#contract/money.ts'
import { toInstant } from '../../ui/local-time.ts'

/** The texts in the form of a match. */
export interface MatchTexts {
  sponsor: string
  rate: string
  cap: string
  endsAt: string
}

/** Returns the match that the page would show, as if it ran; undefined before it is one. */
export function previewMatch(
  { sponsor, rate, cap, endsAt }: MatchTexts,
  timeZone: string,
): Match | undefined {
  const capCents = parseDecimal(cap.trim())
  const ratePercent = Number(rate)
  if (sponsor.trim() === '' || capCents === undefined || !(ratePercent >= 1)) return undefined
  const end = endsAt === '' ? undefined : toInstant(endsAt, timeZone)
  const isTimed = end !== undefined && Date.parse(end) > Date.now()
  return {
    id: 'draft',
    sponsor,
    ratePercent: Math.floor(ratePercent),
    capCents,
    startsAt: new Date(0).toISOString(),
    endsAt: isTimed ? end : new Date(Date.now() + 3_600_000).toISOString(),
    stoppedEarly: false,
    over: false,
  }
}
