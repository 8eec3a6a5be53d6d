import type { Match } from './matches.ts'

type Rule = Pick<Match, 'ratePercent' | 'capCents'>

/** Returns what a match adds to a sum of donations, in cents: never a part of one, nor over its cap. */
export function toMatchedCents({ ratePercent, capCents }: Rule, countedCents: number): number {
  return Math.min(capCents, Math.floor((ratePercent * countedCents) / 100))
}
