import type { Recap } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { LOCALE } from '#client/lib/format.ts'
import { formatMoment } from '#client/lib/moments.ts'
import styles from './course-chart.module.css'
import { lineOf, PLACES, spanOf, type LinePoint } from './course-lines.ts'

/** Draws the amounts of the first three places over the time; the list below it says the same. */
export function CourseChart({ recap }: { recap: Recap }) {
  const [start, end] = spanOf(recap)
  const top = Math.max(0, ...recap.course.map(({ cents }) => cents[0] ?? 0))
  const placeCount = Math.max(1, ...recap.course.map(({ cents }) => cents.length))
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        {[1, 0.5].map((share) => (
          <span
            key={share}
            className={styles.amount}
            style={{ insetBlockStart: `${96 - 92 * share}%` }}
          >
            {formatAmount(Math.round(top * share))}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {[4, 50].map((y) => (
            <path key={y} className={styles.grid} d={`M0 ${y}H100`} />
          ))}
          {PLACES.map((place) => (
            <path
              key={place}
              className={styles.line}
              data-place={place}
              d={toPath(lineOf(recap, place))}
            />
          ))}
        </svg>
      </div>
      <p className={styles.axis} lang={LOCALE}>
        <span>{formatMoment(start)}</span>
        <span>{formatMoment(end)}</span>
      </p>
      <figcaption className={styles.legend}>
        {['First place', 'Second', 'Third'].slice(0, placeCount).map((name, index) => (
          <span key={name} data-place={index + 1}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function toPath(line: readonly LinePoint[]): string {
  const points = line.map(({ x, y }) => `${(100 * x).toFixed(2)} ${(96 - 92 * y).toFixed(2)}`)
  return points.length === 0 ? '' : `M${points.join('L')}`
}
