import { useId } from 'react'
import type { OwnDonation } from '#contract/checkouts.ts'
import { formatAmount } from '#contract/money.ts'
import type { Round } from '#contract/rounds.ts'
import { markRow } from '#client/lib/board-marks.ts'
import { useIsCounting } from '../round/use-is-counting.ts'
import styles from './nameless-donations.module.css'

export interface NamelessDonationsProps {
  donations: readonly OwnDonation[]
  /** The round that the page tells of. */
  round: Round | undefined
}

/**
 * Lists the viewer's own donations without a name from the provider: they count, have no rank, and
 * are shown to nobody else.
 */
export function NamelessDonations({ donations, round }: NamelessDonationsProps) {
  const headingId = useId()
  const runs = useIsCounting(round) && round !== undefined
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Only you see this: the payment came without a name
      </h3>
      <p className={styles.way}>
        <a href="/me">Give it a name</a> to take its place on the board and to share it.
        {runs && ' In the round it counts only if it has one before the end.'}
      </p>
      <ul>
        {donations.map(({ id, amountCents }) => (
          <li key={id} className={styles.row} {...markRow(id)}>
            <span className={styles.name}>A donor</span>
            <span className={styles.amount}>{formatAmount(amountCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
