import { ArrowIcon } from '#client/ui/icons.tsx'
import styles from './hero.module.css'

/** Shows the call to action: the whole sentence is the button. */
export function Hero({ onDonate }: { onDonate: () => void }) {
  return (
    <button type="button" className={styles.call} onClick={onDonate}>
      <span className={styles.question}>Think you can conquer the leaderboard?</span>{' '}
      <span className={styles.answer}>
        Donate NOW!
        <ArrowIcon />
      </span>
    </button>
  )
}
