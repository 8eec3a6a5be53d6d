import { useEffectEvent, useLayoutEffect, useRef, type CSSProperties } from 'react'
import type { Aim } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '../../lib/format.ts'
import styles from './chips.module.css'

export interface StepsProps {
  /** What the places worth aiming at cost, the cheapest first; undefined while that is not known. */
  aims: readonly Aim[] | undefined
  /** The place above the chosen amount. */
  next: Aim | null
  amountCents: number | undefined
  onTake: (amountCents: number) => void
}

/** The cheapest steps up the board. */
export function Steps({ aims, next, amountCents, onTake }: StepsProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  if (aims === undefined) return <div className={styles.steps} data-unknown style={inRows(2)} />
  if (aims.length === 0) return null

  const steps = orderSteps(aims, next)
  // One more than the aims may come and go, and must not move what stands below.
  const rows = Math.ceil((aims.length + 1) / 2)
  return (
    <fieldset
      ref={group}
      className={styles.steps}
      aria-label="Places to aim for"
      tabIndex={-1}
      data-stacked={steps.length <= rows}
      style={inRows(rows)}
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

/** Each place once, the cheapest first. */
function orderSteps(aims: readonly Aim[], next: Aim | null): Aim[] {
  const others = aims.filter(({ position }) => position !== next?.position)
  return [...others, ...(next ? [next] : [])].toSorted((a, b) => a.amountCents - b.amountCents)
}

function inRows(rows: number): CSSProperties & Record<'--rows', number> {
  return { '--rows': rows }
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
      aria-label={`Donate ${price} to reach number ${place}`}
      onClick={() => onTake(amountCents)}
    >
      {price} <span className={styles.arrow}>{isReached ? '✓' : '→'}</span>{' '}
      <strong>#{place}</strong>
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
