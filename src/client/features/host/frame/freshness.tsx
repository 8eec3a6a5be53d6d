import { useConnection } from '../api/connection.ts'
import { formatClock } from '../format.ts'
import styles from './freshness.module.css'

/** Says whether what is shown is up to date. */
export function Freshness() {
  const { answeredAt, failingSince } = useConnection()
  if (answeredAt === undefined) return null
  if (failingSince === undefined) {
    return (
      <p className={styles.pill} data-state="fresh">
        Up to date
      </p>
    )
  }
  return (
    <p className={styles.pill} data-state="old">
      Out of date since {formatClock(answeredAt)}
    </p>
  )
}
