import type { DrillPoint } from '#contract/host/drills.ts'
import { formatAmount } from '#contract/money.ts'
import { formatDifference } from '../../../format.ts'
import figures from '../../../ui/figures-table.module.css'
import { differenceOf } from './drill-words.ts'
import styles from './course-table.module.css'

/** Lists the money of a drill at each measurement, with the seconds since the first. */
export function CourseTable({ course }: { course: readonly DrillPoint[] }) {
  const begunAt = Date.parse(course[0]?.at ?? '')
  return (
    <table className={`${figures.table} ${styles.table}`}>
      <caption>What providers and ledger had of this drill’s donations</caption>
      <thead>
        <tr>
          <th scope="col">After</th>
          <th scope="col">Providers</th>
          <th scope="col">Ledger</th>
          <th scope="col">Difference</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {course.map((point) => (
          <tr key={`${point.at} ${point.moment}`}>
            <th scope="row">{Math.round((Date.parse(point.at) - begunAt) / 1000)} s</th>
            <td>{formatAmount(point.providerCents)}</td>
            <td>{formatAmount(point.ledgerCents)}</td>
            <td>{formatDifference(differenceOf(point))}</td>
            <td>{formatAmount(point.driftCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
