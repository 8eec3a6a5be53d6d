import { formatCount } from '#client/lib/format.ts'
import styles from './movement.module.css'
import type { Movement as Moved } from './standing.ts'

/** The places won or lost since the viewer came; nothing for whoever stayed. */
export function Movement({ movement }: { movement: Moved }) {
  if (movement === 0) return null
  if (movement === 'new') {
    return (
      <span className={styles.movement} data-direction="new">
        New
      </span>
    )
  }
  const places = formatCount(Math.abs(movement))
  const isUp = movement > 0
  return (
    <span className={styles.movement} data-direction={isUp ? 'up' : 'down'}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {places}
      </span>
      <span className="visually-hidden">{`${isUp ? 'up' : 'down'} ${places}`}</span>
    </span>
  )
}
