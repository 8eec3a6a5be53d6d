import type { OwnPayment } from '#contract/me.ts'
import { formatAmount } from '#contract/money.ts'
import { LOCALE } from '#client/lib/format.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { DonationActions } from './donation-actions.tsx'
import { ShownTexts } from './shown-texts.tsx'
import { explainState, STATES } from './wording.ts'
import styles from './donation-item.module.css'

const PROVIDERS = { stripe: 'Card (Stripe)', paypal: 'PayPal' }

export interface DonationItemProps {
  payment: OwnPayment
  /** Called when what is shown of it was changed. */
  onChanged: () => void
}

/** Shows one donation: what became of it, its receipt, and the name that everybody sees. */
export function DonationItem({ payment, onChanged }: DonationItemProps) {
  const { state, amountCents, timestamp, provider, position } = payment
  const explanation = explainState(payment)
  return (
    <li className={styles.item}>
      <p className={styles.top}>
        <strong className={styles.amount}>{formatAmount(amountCents)}</strong>
        <span className={styles.state} data-state={state}>
          {STATES[state]}
        </span>
      </p>
      <p className={styles.facts}>
        <time dateTime={timestamp} lang={LOCALE}>
          {formatMoment(Date.parse(timestamp))}
        </time>
        <span>{PROVIDERS[provider]}</span>
        {position !== null && <span>Place {position}</span>}
      </p>
      <ShownTexts payment={payment} />
      {explanation !== undefined && <p className={styles.explanation}>{explanation}</p>}
      {payment.receiptNumber !== null && (
        <DonationActions payment={payment} onChanged={onChanged} />
      )}
    </li>
  )
}
