import { formatAmount } from '#contract/money.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import type { MatchedSoFar } from '#client/lib/matched.ts'
import line from '../choices/choices-line.module.css'
import styles from './match-item.module.css'

/** Tells of a match in full: what it adds, how much of its cap is left, and until when. */
export function MatchItem({ matched, now }: { matched: MatchedSoFar; now: number }) {
  const { match, matchedCents } = matched
  const { sponsor, capCents, endsAt, over } = match
  return (
    <li className={line.item}>
      <h3>
        {over ? (
          <>
            <bdi>{sponsor}</bdi> has matched {formatAmount(matchedCents)}
          </>
        ) : (
          <MatchRule matched={matched} />
        )}
      </h3>
      <p>
        {formatAmount(matchedCents)} of {formatAmount(capCents)} so far.{' '}
        {over ? 'The match is over.' : `Ends in ${formatLeft(Date.parse(endsAt) - now)}.`}
      </p>
      <meter
        className={styles.meter}
        min={0}
        max={capCents}
        value={matchedCents}
        aria-hidden="true"
      />
    </li>
  )
}

/** Says what a match adds, or that its money is used up. */
export function MatchRule({ matched: { match, matchedCents } }: { matched: MatchedSoFar }) {
  const { sponsor, ratePercent, capCents } = match
  if (matchedCents >= capCents) {
    return (
      <>
        All {formatAmount(capCents)} of <bdi>{sponsor}</bdi> are used up
      </>
    )
  }
  return (
    <>
      <bdi>{sponsor}</bdi> adds {formatAmount(ratePercent)} to each dollar
    </>
  )
}
