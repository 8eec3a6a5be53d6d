import type { MatchedDonation } from '#contract/matches.ts'
import { formatAmount } from '#contract/money.ts'
import styles from './matched-lines.module.css'

/** Says what matches have added to the donation, and plainly if it is less than was promised. */
export function MatchedLines({ matched }: { matched: readonly MatchedDonation[] }) {
  return matched.map((one, index) => (
    // Two matches may be of one sponsor, and the list never changes.
    // oxlint-disable-next-line react/no-array-index-key
    <p key={index} className={styles.matched}>
      <Added {...one} />
    </p>
  ))
}

function Added({ sponsor, matchedCents, promisedCents, ended, cancelled }: MatchedDonation) {
  if (cancelled) {
    return (
      <>
        The match of <bdi>{sponsor}</bdi> was cancelled, and adds nothing to your donation.
      </>
    )
  }
  if (matchedCents === 0) {
    return (
      <>
        The match of <bdi>{sponsor}</bdi> had {ended ? 'ended' : 'run out'} before your payment
        arrived.
      </>
    )
  }
  const isLess = matchedCents < promisedCents
  return (
    <>
      <bdi>{sponsor}</bdi> matched it with {isLess && 'only '}
      <strong>{formatAmount(matchedCents)}</strong>
      {isLess ? ': then the match had run out.' : '.'}
    </>
  )
}
