import listStyles from './donor-list.module.css'
import styles from './podium-place.module.css'

/**
 * Draws the suns of the places that are taken. They stay while donors change places above them, so
 * that no place is ever without its sun.
 */
export function PodiumSuns({ count }: { count: number }) {
  return (
    <div className={listStyles.suns} aria-hidden="true">
      {[1, 2, 3].slice(0, count).map((place) => (
        <div key={place} className={styles.place} data-place={place} data-still="">
          <span className={styles.sun} />
        </div>
      ))}
    </div>
  )
}
