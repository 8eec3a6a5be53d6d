import { useEffect, useState } from 'react'
import { useConnection } from '../api/connection.ts'
import { useLiveStatus } from '../api/live-changes.ts'
import { formatClock } from '../format.ts'
import styles from './freshness.module.css'

/**
 * Says whether what is shown is up to date. It is no live region: it changes all the time. Before the
 * first answer it only keeps its place, unless that fails to come.
 */
export function Freshness() {
  const { answeredAt, failingSince } = useConnection()
  const isLive = useLiveStatus() === 'live'
  if (answeredAt === undefined && failingSince !== undefined) return null
  if (answeredAt === undefined) {
    return (
      <p className={styles.pill} data-state="unknown" aria-hidden>
        Updates live
      </p>
    )
  }
  if (failingSince !== undefined) {
    return (
      <p className={styles.pill} data-state="old">
        Out of date since {formatClock(answeredAt)}
      </p>
    )
  }
  return (
    <p className={styles.pill} data-state={isLive ? 'live' : 'polled'}>
      {isLive ? 'Updates live' : <Updated at={answeredAt} />}
    </p>
  )
}

/** The pause between two renderings of an age, ms. */
const TICK_MS = 5_000

/** Says how old the last answer is, for as long as the server tells of no changes. */
function Updated({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.round(Math.max(0, now - at) / 1_000)
  return seconds < TICK_MS / 1_000 ? 'Updated just now' : `Updated ${seconds} s ago`
}
