import type { Match } from '#contract/matches.ts'
import { toMatchedCents } from '#contract/matched-cents.ts'
import { formatAmount } from '#contract/money.ts'
import { useLiveSums } from '#client/lib/live-sums.ts'
import { readMatched, type MatchedSoFar } from '#client/lib/matched.ts'

export interface MatchNoteProps {
  matches: readonly Match[]
  /** Undefined while there is no valid amount. */
  amountCents: number | undefined
}

/** Says what the matches that run would add to the amount. */
export function MatchNote({ matches, amountCents }: MatchNoteProps) {
  const sums = useLiveSums()
  if (sums === undefined || amountCents === undefined) return null
  return readMatched(matches, sums).map((matched) => (
    <p key={matched.match.id}>
      <Added matched={matched} amountCents={amountCents} />
    </p>
  ))
}

function Added({ matched, amountCents }: { matched: MatchedSoFar; amountCents: number }) {
  const { match, countedCents, matchedCents } = matched
  const { sponsor, capCents } = match
  const afterCents = toMatchedCents(match, countedCents + amountCents)
  const cap = formatAmount(capCents)
  if (matchedCents === capCents) {
    return (
      <>
        <bdi>{sponsor}</bdi> has given all of its {cap}
      </>
    )
  }
  return (
    <>
      <bdi>{sponsor}</bdi> adds <strong>{formatAmount(afterCents - matchedCents)}</strong>
      {afterCents === capCents && `, the last of its ${cap}`}
    </>
  )
}
