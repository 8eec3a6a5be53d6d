import { formatAmount } from '#contract/money.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import type { MatchedSoFar } from '#client/lib/matched.ts'
import item from '../choices/choice-item.module.css'
import styles from './match-item.module.css'

export interface MatchItemProps {
  matched: MatchedSoFar
  now: number
  /** True if the line above tells what it adds, and the clock. */
  isTold: boolean
}

/** Tells of a match in full: what it adds, how much of its cap is left, and until when. */
export function MatchItem({ matched, now, isTold }: MatchItemProps) {
  const { match, matchedCents } = matched
  const { sponsor, capCents, endsAt, over } = match
  return (
    <li className={item.item}>
      <h3 className={isTold ? 'visually-hidden' : undefined}>
        {over ? (
          <>
            <bdi>{sponsor}</bdi> has matched {formatAmount(matchedCents)}
          </>
        ) : (
          <MatchRule matched={matched} />
        )}
      </h3>
      {over ? (
        <p>The match is over.</p>
      ) : (
        matchedCents < capCents && (
          <p>
            <bdi>{sponsor}</bdi> has added {formatAmount(matchedCents)} and adds up to{' '}
            {formatAmount(capCents)}.
            {!isTold && ` Ends in ${formatLeft(Date.parse(endsAt) - now)}.`}
          </p>
        )
      )}
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

/** Says what a match adds, or that it has given all its money. */
export function MatchRule({ matched: { match, matchedCents } }: { matched: MatchedSoFar }) {
  const { sponsor, ratePercent, capCents } = match
  if (matchedCents >= capCents) {
    return (
      <>
        <bdi>{sponsor}</bdi> has given all of its {formatAmount(capCents)}
      </>
    )
  }
  return (
    <>
      <bdi>{sponsor}</bdi> adds {formatAmount(ratePercent)} to each dollar
    </>
  )
}
