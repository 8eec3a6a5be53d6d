import type { Campaign } from '#contract/campaign.ts'
import { formatAmount } from '#contract/money.ts'
import styles from './chips.module.css'
import { findQuickAmounts } from '#client/lib/quick-amounts.ts'

export interface AmountChipsProps {
  amounts: Campaign['amounts']
  /** The most that the donor may give now, in cents. */
  mostCents?: number | undefined
  amountCents: number | undefined
  onChoose: (amountCents: number) => void
}

export function AmountChips({
  amounts,
  mostCents = Infinity,
  amountCents,
  onChoose,
}: AmountChipsProps) {
  return (
    <fieldset className={styles.amounts} aria-label="Quick amounts">
      {findQuickAmounts(amounts).map((cents) => (
        <button
          key={cents}
          type="button"
          className={styles.chip}
          aria-pressed={amountCents === cents}
          disabled={cents > mostCents}
          onClick={() => onChoose(cents)}
        >
          {formatAmount(cents).replace(/\.00$/, '')}
        </button>
      ))}
    </fieldset>
  )
}
