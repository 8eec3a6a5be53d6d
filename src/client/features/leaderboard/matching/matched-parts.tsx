import type { Match } from '#contract/matches.ts'
import { formatAmount } from '#contract/money.ts'
import { useLiveSums } from '#client/lib/live-sums.ts'
import { readMatched } from '#client/lib/matched.ts'
import styles from './matched-parts.module.css'

declare module 'react' {
  interface CSSProperties {
    /** The ends of the matched part of the way to the goal, 0 to 1. */
    '--from'?: number
    '--to'?: number
  }
}

export interface MatchedPartsProps {
  matches: readonly Match[]
  /** The sum of all donations, in cents. */
  donatedCents: number
  goalCents: number
}

/** Says which part of the way to the goal is donated, and which matched; draws the matched one apart. */
export function MatchedParts({ matches, donatedCents, goalCents }: MatchedPartsProps) {
  const matched = readMatched(matches, useLiveSums())
  const matchedCents = matched.reduce((sum, one) => sum + one.matchedCents, 0)
  const sponsors = matched.filter((one) => one.matchedCents > 0 || !one.match.over)
  const way = (cents: number) => Math.min(1, cents / goalCents)
  return (
    <>
      <svg
        className={styles.arc}
        style={{ '--from': way(donatedCents), '--to': way(donatedCents + matchedCents) }}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 9Q50-5 100 9" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.parts}>
        <span>{formatAmount(donatedCents)} donated</span>{' '}
        <span>
          + <i className={styles.mark} />
          {formatAmount(matchedCents)} matched by{' '}
          <bdi>{nameSponsors(sponsors.map(({ match }) => match.sponsor))}</bdi>
        </span>
      </p>
    </>
  )
}

/** Names at most two sponsors. */
function nameSponsors(names: readonly string[]): string {
  const [first = 'nobody', second, ...others] = [...new Set(names)]
  if (second === undefined) return first
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} others`
}
