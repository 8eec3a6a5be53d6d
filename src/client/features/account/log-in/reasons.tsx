import { formatAmount } from '#contract/money.ts'
import { useCampaign } from '#client/lib/campaign.ts'
import { CheckIcon } from '#client/ui/icons.tsx'
import styles from './reasons.module.css'

const REASONS = [
  ['Your row is lit,', 'wherever you log in.'],
  ['A receipt for every donation,', 'found again in your account.'],
  ['You choose the name', 'at each donation, or stay anonymous.'],
] as const

/**
 * Says what an account is good for, and shows all that others will see of it, with the amount in
 * cents that is about to be donated, else the default.
 */
export function Reasons({ amountCents }: { amountCents: number | undefined }) {
  const { amounts } = useCampaign()
  return (
    <>
      <ul className={styles.reasons}>
        {REASONS.map(([reason, rest]) => (
          <li key={reason}>
            <CheckIcon />
            <span>
              <strong>{reason}</strong> {rest}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.seen}>
        <p>How you would appear</p>
        <div className={styles.row}>
          <span className={styles.body} aria-hidden="true">
            ?
          </span>
          <span className={styles.name}>
            <strong>The name you choose</strong> <small>or Anonymous</small>
          </span>{' '}
          <span className={styles.amount}>{formatAmount(amountCents ?? amounts.defaultCents)}</span>
        </div>
      </div>
    </>
  )
}
