import { FLATNESS, figureOf } from './constellation.ts'
import styles from './team-figure.module.css'

/** The stars of a small figure: more of them would be a cloud. */
const MAX_STARS = 9

export interface TeamFigureProps {
  id: string
  /** The brightness of each star, a digit from 1 to 9. */
  stars: string
}

/** Draws a team as a small constellation, as the sky does. */
export function TeamFigure({ id, stars }: TeamFigureProps) {
  const shown = stars.slice(0, MAX_STARS)
  const { places, lines } = figureOf(id, shown.length)
  const d = lines.map(([from, to]) => `M${toPoint(places[from])}L${toPoint(places[to])}`).join('')
  return (
    <svg
      className={styles.figure}
      viewBox={`-1.2 ${-FLATNESS - 0.2} 2.4 ${2 * FLATNESS + 0.4}`}
      aria-hidden="true"
    >
      <path className={styles.lines} d={d} />
      {places.map(({ x, y }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a star is its index
        <circle key={index} cx={x} cy={y} r={0.06 + 0.012 * Number(shown[index])} />
      ))}
    </svg>
  )
}

function toPoint(place: { x: number; y: number } | undefined): string {
  return `${(place?.x ?? 0).toFixed(3)} ${(place?.y ?? 0).toFixed(3)}`
}
