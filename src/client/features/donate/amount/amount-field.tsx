import { useEffect, useEffectEvent, useId, useRef, type ReactNode, type Ref } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import { formatDecimal } from '#contract/money.ts'
import styles from './amount-field.module.css'
import { readDecimal } from './typed-decimal.ts'

export interface AmountFieldProps {
  ref: Ref<HTMLInputElement>
  text: string
  limits: PublicConfig['limits']
  isInvalid: boolean
  describedBy: string
  onTextChange: (text: string) => void
  onBlur: () => void
  /** The text about the amount, in one frame with it. */
  children: ReactNode
}

export function AmountField(props: AmountFieldProps) {
  const { ref, text, limits, isInvalid, describedBy, children, ...on } = props
  const id = useId()
  const money = useRef<HTMLDivElement>(null)
  // A text that is no amount becomes the field's, so that its problem is told.
  const read = useEffectEvent((event: InputEvent) => readDecimal(event, on.onTextChange))
  useEffect(() => {
    const { current } = money
    const handleInput = (event: InputEvent) => read(event)
    current?.addEventListener('beforeinput', handleInput)
    return () => current?.removeEventListener('beforeinput', handleInput)
  }, [])
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Amount (USD)</label>
      <div className={styles.frame} data-invalid={isInvalid}>
        <div ref={money} className={styles.money}>
          <span aria-hidden="true">$</span>
          <input
            ref={ref}
            id={id}
            type="number"
            name="amount"
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="transaction-amount"
            min={formatDecimal(limits.minCents)}
            max={formatDecimal(limits.maxCents)}
            step="0.01"
            value={text}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => on.onTextChange(event.target.value)}
            onBlur={on.onBlur}
            onKeyDown={(event) => {
              // A phone's 'done' key hides the keyboard and does not submit: there are two ways to
              // pay from here. Others keep the focus where it is.
              if (event.key !== 'Enter') return
              if (matchMedia('(pointer: coarse)').matches) event.currentTarget.blur()
              else on.onBlur()
            }}
            // Turning the wheel over a focused number field would change the amount unnoticed.
            onWheel={(event) => event.currentTarget.blur()}
          />
        </div>
        {children}
      </div>
    </div>
  )
}
