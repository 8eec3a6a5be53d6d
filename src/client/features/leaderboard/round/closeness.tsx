import { formatAmount } from '#contract/money.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import styles from './closeness.module.css'
import { useSlowly } from './use-slowly.ts'

/** Shows how close the second place is to the first. */
export function Closeness({ board: { rows } }: { board: BoardView }) {
  const [first, second] = useSlowly(rows)
  if (first === undefined || second === undefined) return null
  const behind = first.amountCents - second.amountCents
  return (
    <p className={styles.close}>
      <meter
        className={styles.meter}
        min={0}
        max={first.amountCents}
        value={second.amountCents}
        aria-hidden="true"
      />
      <span>
        {behind === 0 ? (
          <>
            <bdi>{first.name}</bdi> and <bdi>{second.name}</bdi> are level
          </>
        ) : (
          <>
            <bdi>{second.name}</bdi> is {formatAmount(behind)} behind <bdi>{first.name}</bdi>
          </>
        )}
      </span>
    </p>
  )
}
