import type { Choice } from '#contract/choices.ts'
import { formatAmount } from '#contract/money.ts'
import { formatShare, isOpenAt, readResult } from '#client/lib/choice-result.ts'
import { formatLeft } from '#client/lib/format-left.ts'
import { useIsTakingDonations } from '#client/lib/campaign.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './choice-item.module.css'
import { Outcome } from './outcome.tsx'

declare module 'react' {
  interface CSSProperties {
    /** The part of all votes, 0 to 1. */
    '--share'?: number
    /** The number of options in the first of two columns. */
    '--half'?: number
  }
}

/** The time in which payments that were begun before the closing may still come, ms. */
const LATE_MS = 60 * 60_000

/** The most options for which a wide board has one column. */
const MANY = 5

export interface ChoiceItemProps {
  choice: Choice
  /** The cents of each option; undefined until they are known. */
  cents: readonly number[] | undefined
  now: number
  /** True if the line above tells its question, who leads, and the clock. */
  isTold: boolean
  /** Called when the viewer wants to vote; undefined where nothing leads there. */
  onDonate: (() => void) | undefined
}

/**
 * Tells of a choice in full: each option with its dollars, the one that leads first, and when it
 * closes, or who has won.
 */
export function ChoiceItem({ choice, cents, now, isTold, onDonate }: ChoiceItemProps) {
  const result = readResult(choice, cents)
  const options = result.options.toSorted((a, b) => b.amountCents - a.amountCents)
  const isOpen = isOpenAt(choice, now)
  const isTaking = useIsTakingDonations()
  return (
    <li className={styles.item}>
      <h3 className={isTold ? 'visually-hidden' : undefined}>
        <bdi>{choice.question}</bdi>
      </h3>
      <p>
        {isOpen ? (
          <>
            {!isTold && `Closes in ${formatLeft(Date.parse(choice.closesAt) - now)}. `}
            Each dollar is a vote.
          </>
        ) : (
          <>
            {!isTold && (
              <>
                <Outcome result={result} isOpen={false} />.
              </>
            )}
            {choice.closedEarly && ' The host has closed it early.'}
            {now - Date.parse(choice.closesAt) < LATE_MS && ' Payments begun in time still count.'}
          </>
        )}
      </p>
      <ol
        className={styles.options}
        style={{ '--half': Math.ceil(options.length / 2) }}
        data-many={options.length > MANY || undefined}
      >
        {options.map(({ id, label, amountCents, share, isLeading }) => (
          <li key={id} style={{ '--share': share }} data-leading={isLeading || undefined}>
            <bdi>{label}</bdi>
            <span>
              {formatAmount(amountCents)} <small>{formatShare(share)}</small>
            </span>
          </li>
        ))}
      </ol>
      {isOpen && isTaking && onDonate && (
        <Button className={styles.vote} onClick={() => onDonate()}>
          Donate and vote
        </Button>
      )}
    </li>
  )
}
