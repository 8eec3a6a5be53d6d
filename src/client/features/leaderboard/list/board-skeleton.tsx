import styles from './board-skeleton.module.css'
import rowStyles from './donor-row.module.css'
import listStyles from './donor-list.module.css'
import { Orbits } from './orbits.tsx'
import podiumStyles from './podium-place.module.css'
import { rowsHeight } from '../geometry/row-height.ts'

const PLACES = [1, 2, 3]
const ROWS = [0, 1, 2, 3, 4, 5, 6]

export interface BoardSkeletonProps {
  /** False while the server cannot be reached. */
  isLoading: boolean
}

/** Shows the list's own boxes without donors, so that nothing moves when the donors come. */
export function BoardSkeleton({ isLoading }: BoardSkeletonProps) {
  return (
    <div className={listStyles.stage}>
      <Orbits />
      <div
        className={listStyles.list}
        style={{ '--rows-height': rowsHeight(ROWS.length) }}
        aria-busy={isLoading}
      >
        {isLoading && <p className="visually-hidden">Loading the leaderboard…</p>}
        {PLACES.map((place) => (
          <div key={place} className={podiumStyles.place} data-place={place} data-open="">
            <span className={podiumStyles.sun} />
            <span className={styles.bar} data-part="donor" />
            <span className={styles.bar} data-part="sum" />
          </div>
        ))}
        {ROWS.map((row) => (
          <SkeletonRow key={row} as="div" row={row} />
        ))}
      </div>
    </div>
  )
}

export interface SkeletonRowProps {
  as: 'li' | 'div'
  /** The place below the podium, counted from 0. */
  row: number
}

/** Shows an empty row while the real one is being loaded. */
export function SkeletonRow({ as: Element, row }: SkeletonRowProps) {
  return (
    <Element
      className={rowStyles.row}
      style={{ translate: `0 ${rowsHeight(row)}` }}
      data-ghost=""
      aria-hidden="true"
    >
      <span className={styles.bar} data-part="rank" />
      <span className={styles.avatar} />
      <span className={styles.bar} data-part="name" />
      <span className={styles.bar} data-part="amount" />
      <span className={styles.bar} data-part="gap" />
    </Element>
  )
}
