import type { PublicConfig } from '#contract/config.ts'
import { formatAmount } from '#contract/money.ts'
import styles from './chips.module.css'
import { findQuickAmounts } from './quick-amounts.ts'

export interface AmountChipsProps {
  limits: PublicConfig['limits']
  amountCents: number | undefined
  onChoose: (amountCents: number) => void
}

export function AmountChips({ limits, amountCents, onChoose }: AmountChipsProps) {
  return (
    <fieldset className={styles.amounts} aria-label="Quick amounts">
      {findQuickAmounts(limits).map((cents) => (
        <button
          key={cents}
          type="button"
          className={styles.chip}
          aria-pressed={amountCents === cents}
          onClick={() => onChoose(cents)}
        >
          {formatAmount(cents).replace(/\.00$/, '')}
        </button>
      ))}
    </fieldset>
  )
}
