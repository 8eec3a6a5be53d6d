import { formatCount } from '#client/lib/format.ts'
import styles from './rank-change.module.css'
import type { RankChange } from './row-view.ts'

/** Shows the places won or lost since the viewer came; nothing if there is no change. */
export function RankChangeBadge({ rankChange }: { rankChange: RankChange }) {
  if (rankChange === 0) return null
  if (rankChange === 'new') {
    return (
      <span className={styles.rankChange} data-direction="new">
        New
      </span>
    )
  }
  const places = formatPlaces(Math.abs(rankChange))
  const isUp = rankChange > 0
  return (
    <span className={styles.rankChange} data-direction={isUp ? 'up' : 'down'}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {places}
      </span>
      <span className="visually-hidden">
        {`${isUp ? 'up' : 'down'} ${places.replace('+', ' or more')}`}
      </span>
    </span>
  )
}

/** Rounds down from ten on: on a busy board exact numbers change too fast to be read. */
function formatPlaces(places: number): string {
  if (places < 10) return formatCount(places)
  const step = 10 ** Math.floor(Math.log10(places))
  return `${formatCount(Math.floor(places / step) * step)}+`
}
