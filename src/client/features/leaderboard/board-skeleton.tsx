import rowStyles from './donor-row.module.css'
import styles from './donor-list.module.css'
import podiumStyles from './podium-place.module.css'

const PLACES = [1, 2, 3]
const POSITIONS = [4, 5, 6, 7, 8, 9, 10]

/** The list's own boxes without anybody in them, so that nothing moves when the donors come. */
export function BoardSkeleton() {
  return (
    <div className={styles.list} aria-busy="true">
      <p className="visually-hidden">Loading the leaderboard…</p>
      {PLACES.map((place) => (
        <div key={place} className={podiumStyles.place} data-place={place} data-ghost="" />
      ))}
      {POSITIONS.map((position) => (
        <GhostRow key={position} as="div" />
      ))}
    </div>
  )
}

/** Stands for a row that is being loaded. */
export function GhostRow({ as: Element }: { as: 'li' | 'div' }) {
  return (
    <Element className={rowStyles.row} data-ghost="" aria-hidden="true">
      <span className={rowStyles.position} />
      <span className={rowStyles.ghostAvatar} />
      <span className={rowStyles.ghostName} />
      <span className={rowStyles.ghostAmount} />
    </Element>
  )
}
