import { LIMITS_PAGE } from '#client/lib/own-limits.ts'
import styles from './limits-link.module.css'

/** Links to where a donor sets limits, and pauses. */
export function LimitsLink() {
  return (
    <a href={LIMITS_PAGE} className={styles.link}>
      Limits and pause
    </a>
  )
}
