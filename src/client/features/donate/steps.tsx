import { useRef, type CSSProperties } from 'react'
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

  const others = aims.filter(({ position }) => position !== next?.position)
  const step = (aim: Aim) => ({ aim, isChosen: amountCents === aim.amountCents, onTake })
  // One more than the aims may come and go, and must not move what stands below.
  const rows = Math.ceil((aims.length + 1) / 2)
  const count = others.length + (next ? 1 : 0)
  return (
    <fieldset
      ref={group}
      className={styles.steps}
      aria-label="Places to aim for"
      tabIndex={-1}
      data-stacked={count <= rows}
      style={inRows(rows)}
    >
      {next && <Step {...step(next)} onLost={() => group.current?.focus()} />}
      {others.map((aim) => (
        <Step key={aim.position} {...step(aim)} />
      ))}
    </fieldset>
  )
}

function inRows(rows: number): CSSProperties & Record<'--rows', number> {
  return { '--rows': rows }
}

interface StepProps {
  aim: Aim
  isChosen: boolean
  onTake: (amountCents: number) => void
  /** It is taken away under the focus. */
  onLost?: () => void
}

function Step({ aim: { position, amountCents }, isChosen, onTake, onLost }: StepProps) {
  const place = formatCount(position)
  const price = formatAmount(amountCents)
  return (
    <button
      ref={(button) => () => {
        if (onLost && document.activeElement === button) onLost()
      }}
      type="button"
      className={styles.chip}
      data-position={position}
      aria-pressed={isChosen}
      aria-label={`Donate ${price} to reach number ${place}`}
      onClick={() => onTake(amountCents)}
    >
      {price} <span className={styles.arrow}>→</span> <strong>#{place}</strong>
    </button>
  )
}
