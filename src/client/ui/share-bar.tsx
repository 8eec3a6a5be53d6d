import styles from './share-bar.module.css'

export interface ShareBarProps {
  /** The share of the bar that is filled, 0 to 1; more counts as 1. */
  share: number
  /** The colour of what is shared out: `matched` money is mint, all else what is chosen. */
  tone?: 'matched'
}

/** Draws a share as a bar beside the words that say it; screen readers pass it over. */
export function ShareBar({ share, tone }: ShareBarProps) {
  const filled = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
  return <span className={styles.bar} data-tone={tone} aria-hidden style={{ '--share': filled }} />
}
