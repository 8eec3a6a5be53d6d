import type { LiveSums } from '#contract/live-sums.ts'
import type { Match } from '#contract/matches.ts'

/** A match with the cents that it comes to so far. */
export interface MatchedSoFar {
  match: Match
  countedCents: number
  matchedCents: number
}

/** Returns matches with what each comes to; those whose sum is not known yet come to nothing. */
export function readMatched(matches: readonly Match[], sums: LiveSums | undefined): MatchedSoFar[] {
  return matches.map((match) => {
    const { countedCents = 0, matchedCents = 0 } = sums?.matches[match.id] ?? {}
    return { match, countedCents, matchedCents }
  })
}

/** Returns the sum of what matches come to, in cents; undefined until it is known. */
export function sumMatched(
  matches: readonly Match[] | undefined,
  sums: LiveSums | undefined,
): number | undefined {
  if (matches === undefined) return 0
  if (sums === undefined) return undefined
  return readMatched(matches, sums).reduce((sum, one) => sum + one.matchedCents, 0)
}
