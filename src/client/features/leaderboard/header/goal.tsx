import { useEffect, useEffectEvent, useRef, type CSSProperties, type ReactNode } from 'react'
import type { Goal as CampaignGoal, Milestone } from '#contract/campaign/goal.ts'
import { formatAmount } from '#contract/money.ts'
import { COMET_MARK } from '#client/lib/board-marks.ts'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import styles from './goal.module.css'

declare module 'react' {
  interface CSSProperties {
    /** The part of the way to the goal, 0 to 1: of the sum raised, or of a milestone. */
    '--way'?: number
  }
}

export interface GoalProps {
  goal: CampaignGoal
  /** The sum of all donations, with what is matched, in cents; undefined until it is known. */
  raisedCents: number | undefined
  /** The sentence about the parts of the sum. */
  children?: ReactNode
  /** Called when the sum has just reached a milestone; the goal itself is the last. */
  onReach?: ((milestone: Milestone) => void) | undefined
}

/**
 * Shows how far the sum is on its way to the goal: a comet on its orbit, past the milestones, over a
 * galaxy that grows brighter with it.
 */
export function Goal({ goal, raisedCents = 0, onReach, children }: GoalProps) {
  const { amountCents, milestones } = goal
  const way = Math.min(1, raisedCents / amountCents)
  useReached(goal, raisedCents, onReach)
  useGalaxy(way)
  const sum = (
    <span className={styles.sum}>
      <strong>{Math.floor((raisedCents / amountCents) * 100)}%</strong> of{' '}
      {formatAmount(amountCents)}
    </span>
  )
  return (
    <div
      className={styles.goal}
      style={{ '--way': way }}
      data-goal=""
      data-brief=""
      data-reached={way === 1 || undefined}
    >
      <div className={styles.orbit}>
        <progress aria-label="Goal" max={amountCents} value={Math.min(raisedCents, amountCents)}>
          {formatAmount(raisedCents)} of {formatAmount(amountCents)}
        </progress>
        <Orbit />
        {milestones
          .filter((milestone) => milestone.amountCents < amountCents)
          .map((milestone) => (
            <i
              key={milestone.amountCents}
              className={styles.star}
              style={wayOf(milestone, goal)}
              data-reached={milestone.amountCents <= raisedCents || undefined}
            />
          ))}
        <i className={styles.comet} {...COMET_MARK} />
      </div>
      {milestones.length > 0 ? (
        <Milestones goal={goal} raisedCents={raisedCents} sum={sum} />
      ) : (
        <p>{sum}</p>
      )}
      {children}
    </div>
  )
}

/** Draws the orbit twice: whole, and as far as the comet has come. */
function Orbit() {
  const path = <path d="M0 9Q50-5 100 9" vectorEffect="non-scaling-stroke" />
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {path}
      <g>{path}</g>
    </svg>
  )
}

interface MilestonesProps {
  goal: CampaignGoal
  raisedCents: number
  /** The share of the way, on the line that opens the list. */
  sum: ReactNode
}

function Milestones({ goal, raisedCents, sum }: MilestonesProps) {
  const { amountCents: goalCents, milestones } = goal
  const all = [...milestones, { amountCents: goalCents, name: 'the goal' }]
  const next = all.find(({ amountCents }) => amountCents > raisedCents)
  return (
    <details
      className={styles.milestones}
      onToggle={({ currentTarget }) => currentTarget.open && bringIntoView(currentTarget)}
    >
      <summary>
        {sum}{' '}
        <span className={styles.next}>
          <span>
            {next === undefined ? (
              'The goal is reached'
            ) : (
              <>
                {formatAmount(next.amountCents - raisedCents)} to <b>{next.name}</b>
              </>
            )}
          </span>
        </span>
      </summary>
      <ol>
        {milestones.map(({ amountCents, name, description }) => (
          <li key={amountCents} data-reached={amountCents <= raisedCents || undefined}>
            <span>
              <b>{name}</b>
              {description !== '' && <small>{description}</small>}
            </span>
            <span>
              {formatAmount(amountCents)}
              {amountCents <= raisedCents && <small>Reached</small>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function wayOf({ amountCents }: Milestone, goal: CampaignGoal): CSSProperties {
  return { '--way': amountCents / goal.amountCents }
}

/** Calls `onReach` with the highest milestone that the sum passes while the page shows it. */
function useReached(goal: CampaignGoal, raisedCents: number, onReach: GoalProps['onReach']): void {
  const earlier = useRef(raisedCents)
  const notify = useEffectEvent((from: number) => {
    const { amountCents, milestones } = goal
    const all = [...milestones, { amountCents, name: 'The goal', description: '' }]
    const isReached = (at: number) => at > from && at <= raisedCents
    const reached = all.findLast((one) => isReached(one.amountCents))
    if (reached !== undefined) onReach?.(reached)
  })

  useEffect(() => {
    const from = earlier.current
    earlier.current = raisedCents
    // A first sum is where the page begins, no milestone.
    if (from > 0) notify(from)
  }, [raisedCents])
}

/** Gives the galaxy behind the page the light of the way; without a goal it has all of it. */
function useGalaxy(way: number): void {
  useEffect(() => {
    const { dataset, style } = document.documentElement
    dataset['goal'] = ''
    style.setProperty('--way', String(way))
    return () => {
      delete dataset['goal']
      style.removeProperty('--way')
    }
  }, [way])
}
