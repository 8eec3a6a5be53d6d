import { formatAmount } from '#contract/money.ts'
import { CheckIcon, ClockHandsIcon } from './icons.tsx'
import styles from './under-way-row.module.css'

export interface UnderWayRowProps {
  /** Tells the viewer's own payment from one that a round waits for. */
  tone: 'own' | 'round'
  name: string
  state: string
  amountCents: number
  /** True once the money has arrived. */
  isPaid?: boolean
}

/** Shows a payment that has no place on the board yet. */
export function UnderWayRow({ tone, name, state, amountCents, isPaid = false }: UnderWayRowProps) {
  return (
    <div className={styles.row} data-tone={tone} data-paid={isPaid || undefined}>
      <span className={styles.disc} aria-hidden="true">
        {isPaid ? <CheckIcon /> : <ClockHandsIcon />}
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.state}>{state}</span>
      </span>
      <span className={styles.amount}>{formatAmount(amountCents)}</span>
    </div>
  )
}
