import listStyles from './donor-list.module.css'
import styles from './empty-board.module.css'
import { Orbits } from './orbits.tsx'
import podiumStyles from './podium-place.module.css'

const PLACES = [1, 2, 3]

/** Shows the empty podium and invites the first donor. */
export function EmptyBoard() {
  return (
    <div className={listStyles.stage}>
      <Orbits />
      <div className={styles.podium} aria-hidden="true">
        {PLACES.map((place) => (
          <div key={place} className={podiumStyles.place} data-place={place} data-open="">
            <span className={podiumStyles.sun}>{place}</span>
          </div>
        ))}
      </div>
      <div className={styles.invitation}>
        <strong>Be the first sun</strong>
        <p>No donations yet: the first one takes #1.</p>
      </div>
    </div>
  )
}
