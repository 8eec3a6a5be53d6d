import { useId } from 'react'
import type { Round } from '#contract/rounds.ts'
import { formatCount } from '#client/lib/format.ts'
import { UnderWayRow } from '#client/ui/under-way-row.tsx'
import type { BoardView } from '../live/leaderboard-view.ts'
import styles from './ghost-rows.module.css'

export interface GhostRowsProps {
  /** The round whose board is shown. */
  round: Round
  board: BoardView | null
}

/**
 * Shows the highest payments that a provider still works on and that would count for a round which is
 * over, each with the place that it would have. They have no name until the money is there.
 */
export function GhostRows({ round, board }: GhostRowsProps) {
  const headingId = useId()
  const { waiting = 0, waitingCents: amounts = [] } = round
  if (amounts.length === 0) return null
  const others = waiting - amounts.length
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Still on the way
      </h3>
      <p className={styles.note}>Given in time: counts as soon as the money arrives.</p>
      <ul>
        {withKeys(amounts).map(({ key, amountCents }) => (
          <li key={key}>
            <UnderWayRow
              tone="round"
              name="A payment"
              state={describePlace(amountCents, round, board)}
              amountCents={amountCents}
            />
          </li>
        ))}
      </ul>
      {others > 0 && <p className={styles.note}>And {formatCount(others)} more.</p>}
    </section>
  )
}

/** Gives equal amounts, which nothing tells apart, keys of their own. */
function withKeys(amounts: readonly number[]) {
  return amounts.map((amountCents, index) => ({ key: `${amountCents} ${index}`, amountCents }))
}

/** Says which place an amount would have on a board; of a donor's sum only the donor's gifts say. */
function describePlace(amountCents: number, { ranks }: Round, board: BoardView | null): string {
  if (ranks === 'donor') return 'Would add to its donor’s sum'
  if (board === null) return 'No place yet'
  const position = board.rows.findIndex((row) => row.amountCents < amountCents)
  if (position !== -1) return `Would be #${formatCount(position + 1)}`
  const { length } = board.rows
  return board.more === 'none'
    ? `Would be #${formatCount(length + 1)}`
    : `Would be below #${formatCount(length)}`
}
