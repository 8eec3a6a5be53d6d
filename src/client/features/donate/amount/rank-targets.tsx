import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { RankTarget, RankQuote } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import styles from './chips.module.css'

export interface RankTargetsProps {
  /** The quote of the minimum amount, whose targets cover every place; undefined until loaded. */
  minimumQuote: RankQuote | undefined
  /** The next place above the chosen amount. */
  next: RankTarget | null
  amountCents: number | undefined
  onChoose: (amountCents: number) => void
}

/** Offers the cheapest targets as buttons; what stands below stays in place. */
export function RankTargets({ minimumQuote, next, amountCents, onChoose }: RankTargetsProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  if (minimumQuote === undefined) return <div className={styles.targets} />
  if (minimumQuote.aims.length === 0)
    return <p className={styles.noTargets}>{describeNoTargets(minimumQuote)}</p>

  const targets = orderTargets(minimumQuote.aims, next)
  return (
    <fieldset
      ref={group}
      className={styles.targets}
      aria-label="Places to aim for"
      tabIndex={-1}
      data-stacked={targets.length <= 2}
    >
      {targets.map((target) => (
        <RankTargetButton
          // One key for the next place, so that it stays the same button (and keeps the focus)
          // while the donor climbs.
          key={target === next ? 'next' : target.position}
          target={target}
          chosenCents={amountCents}
          onChoose={onChoose}
          onLost={() => group.current?.focus()}
        />
      ))}
    </fieldset>
  )
}

function describeNoTargets({ position }: RankQuote): string {
  if (position === 1) return 'Every place is still to be taken.'
  return 'No higher place is to be had: those above gave as much as one can.'
}

/** Lists each place once, the cheapest first. */
function orderTargets(aims: readonly RankTarget[], next: RankTarget | null): RankTarget[] {
  const others = aims.filter(({ position }) => position !== next?.position)
  return [...others, ...(next ? [next] : [])].toSorted((a, b) => a.amountCents - b.amountCents)
}

interface RankTargetButtonProps {
  target: RankTarget
  chosenCents: number | undefined
  onChoose: (amountCents: number) => void
  /** Called when the button is removed while it has the focus. */
  onLost: () => void
}

function RankTargetButton({
  target: { position, amountCents },
  chosenCents,
  onChoose,
  onLost,
}: RankTargetButtonProps) {
  const place = formatCount(position)
  const price = formatAmount(amountCents)
  const button = useFocusLoss(onLost)
  const isReached = chosenCents !== undefined && chosenCents > amountCents
  return (
    <button
      ref={button}
      type="button"
      className={styles.chip}
      data-position={position}
      data-reached={isReached}
      aria-pressed={chosenCents === amountCents}
      onClick={() => onChoose(amountCents)}
    >
      <span className="visually-hidden">
        Donate {price} to reach number {place}
      </span>
      <span aria-hidden="true">
        {price} <span className={styles.arrow}>{isReached ? '✓' : '→'}</span>{' '}
        <strong>#{place}</strong>
      </span>
    </button>
  )
}

/** Returns a ref to a button; calls `onLost` when that is removed while it has the focus. */
function useFocusLoss(onLost: () => void) {
  const element = useRef<HTMLButtonElement>(null)
  const lose = useEffectEvent(onLost)
  useLayoutEffect(() => {
    const watched = element.current
    return () => {
      if (document.activeElement === watched) lose()
    }
  }, [])
  return element
}
