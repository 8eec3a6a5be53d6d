import type { DrillRun } from '#contract/host/drills.ts'
import { formatAmount } from '#contract/money.ts'
import { COURSE, layOutCourse } from './course-geometry.ts'
import styles from './course-chart.module.css'

/** Draws what providers and ledger have over time; the gap between the lines is the difference. */
export function CourseChart({ run: { course, endedAt, at } }: { run: DrillRun }) {
  const until = Date.parse(endedAt ?? at)
  const { topCents, seconds, providers, ledger, ledgerArea } = layOutCourse(course, until)
  return (
    <figure className={styles.chart} aria-hidden="true">
      <figcaption className={styles.key}>
        <span data-line="providers">Providers</span>
        <span data-line="ledger">Ledger</span>
        <span className={styles.top}>{formatAmount(topCents)}</span>
      </figcaption>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${COURSE.width} ${COURSE.height}`}
        preserveAspectRatio="none"
      >
        <path className={styles.area} d={ledgerArea} />
        <path className={styles.ledger} d={ledger} />
        <path className={styles.providers} d={providers} />
      </svg>
      <p className={styles.times}>
        <span>0 s</span>
        <span>{seconds} s</span>
      </p>
    </figure>
  )
}
