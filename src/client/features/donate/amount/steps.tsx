import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Aim, Rank } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import styles from './chips.module.css'

export interface StepsProps {
  /** Where the least amount stands, from where every place has a price; undefined while unknown. */
  least: Rank | undefined
  /** The place above the chosen amount. */
  next: Aim | null
  amountCents: number | undefined
  onTake: (amountCents: number) => void
}

/** The cheapest steps up the board. However many there are, what stands below stays in place. */
export function Steps({ least, next, amountCents, onTake }: StepsProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  if (least === undefined) return <div className={styles.steps} />
  if (least.aims.length === 0) return <p className={styles.stepless}>{sayNoSteps(least)}</p>

  const steps = orderSteps(least.aims, next)
  return (
    <fieldset
      ref={group}
      className={styles.steps}
      aria-label="Places to aim for"
      tabIndex={-1}
      data-stacked={steps.length <= 2}
    >
      {steps.map((aim) => (
        <Step
          // The place above stays the same button while one climbs by it.
          key={aim === next ? 'next' : aim.position}
          aim={aim}
          chosenCents={amountCents}
          onTake={onTake}
          onLost={() => group.current?.focus()}
        />
      ))}
    </fieldset>
  )
}

function sayNoSteps({ position }: Rank): string {
  if (position === 1) return 'Every place is still to be taken.'
  return 'No higher place is to be had: those above gave as much as one can.'
}

/** Each place once, the cheapest first. */
function orderSteps(aims: readonly Aim[], next: Aim | null): Aim[] {
  const others = aims.filter(({ position }) => position !== next?.position)
  return [...others, ...(next ? [next] : [])].toSorted((a, b) => a.amountCents - b.amountCents)
}

interface StepProps {
  aim: Aim
  chosenCents: number | undefined
  onTake: (amountCents: number) => void
  /** It is taken away under the focus. */
  onLost: () => void
}

function Step({ aim: { position, amountCents }, chosenCents, onTake, onLost }: StepProps) {
  const place = formatCount(position)
  const price = formatAmount(amountCents)
  const button = useWatchedFocus(onLost)
  const isReached = chosenCents !== undefined && chosenCents > amountCents
  return (
    <button
      ref={button}
      type="button"
      className={styles.chip}
      data-position={position}
      data-reached={isReached}
      aria-pressed={chosenCents === amountCents}
      onClick={() => onTake(amountCents)}
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

/** Of an element; `onLost` is called when it is taken out of the page with the focus on it. */
function useWatchedFocus(onLost: () => void) {
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
