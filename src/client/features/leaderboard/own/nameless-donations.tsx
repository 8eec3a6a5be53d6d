import { useId } from 'react'
import type { OwnDonation } from '#contract/checkouts.ts'
import { formatAmount } from '#contract/money.ts'
import { markRow } from '#client/lib/board-marks.ts'
import styles from './nameless-donations.module.css'

/**
 * Lists the viewer's own donations without a name from the provider: they count, have no rank, and
 * are shown to nobody else.
 */
export function NamelessDonations({ donations }: { donations: readonly OwnDonation[] }) {
  const headingId = useId()
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Only you see this: the payment came without a name
      </h3>
      <p className={styles.way}>
        <a href="/me">Give it a name</a> to take its place on the board and to share it.
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
