import type { HostDonation } from '#contract/host/donations.ts'
import { formatAmount } from '#contract/money.ts'
import styles from './state-pill.module.css'
import { STATE_NAMES } from './wording.ts'

/** Shows the state of a donation, and a refund that is on its way. */
export function StatePill({
  donation: { state, onTheWayCents },
}: {
  donation: Pick<HostDonation, 'state' | 'onTheWayCents'>
}) {
  return (
    <span className={styles.pills}>
      <span className={styles.pill} data-state={state}>
        {STATE_NAMES[state]}
      </span>
      {onTheWayCents > 0 && (
        <span className={styles.pill} data-state="on-its-way">
          {formatAmount(onTheWayCents)} on its way back
        </span>
      )}
    </span>
  )
}
