import { useId, type Ref } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Amount } from './amount.ts'
import styles from './amount-field.module.css'

const QUICK_CENTS = [500, 1_000, 2_500, 10_000]

export interface AmountFieldProps {
  ref: Ref<HTMLInputElement>
  amount: Amount
  limits: PublicConfig['limits']
  /** Nobody is told off before they have finished typing. */
  showsProblem: boolean
  onType: (text: string) => void
  onLeave: () => void
}

export function AmountField({ ref, amount, limits, showsProblem, ...on }: AmountFieldProps) {
  const id = useId()
  const problem = showsProblem ? amount.problem : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Amount (USD)</label>
      <div className={styles.money} data-invalid={problem !== undefined}>
        <span aria-hidden="true">$</span>
        <input
          ref={ref}
          id={id}
          type="number"
          name="amount"
          inputMode="decimal"
          autoComplete="transaction-amount"
          min={formatDecimal(limits.minCents)}
          max={formatDecimal(limits.maxCents)}
          step="0.01"
          value={amount.text}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => on.onType(event.target.value)}
          onBlur={on.onLeave}
          // Turning the wheel over a focused number field would change the amount unnoticed.
          onWheel={(event) => event.currentTarget.blur()}
        />
      </div>
      <p id={`${id}-problem`} className={styles.problem} aria-live="polite">
        {problem}
      </p>
      <QuickAmounts amount={amount} limits={limits} onType={on.onType} />
    </div>
  )
}

function QuickAmounts({
  amount,
  limits,
  onType,
}: Pick<AmountFieldProps, 'amount' | 'limits' | 'onType'>) {
  const allowed = QUICK_CENTS.filter(
    (cents) => cents >= limits.minCents && cents <= limits.maxCents,
  )
  return (
    <fieldset className={styles.quick} aria-label="Quick amounts">
      {allowed.map((cents) => (
        <button
          key={cents}
          type="button"
          aria-pressed={amount.amountCents === cents}
          onClick={() => onType(formatDecimal(cents))}
        >
          ${cents / 100}
        </button>
      ))}
    </fieldset>
  )
}
