import type { HostDays } from '#contract/host/figures.ts'
import { formatAmount } from '#contract/money.ts'
import type { HostData } from '../../../api/use-host-data.ts'
import { formatDay, formatSigned } from '../../../format.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DaysChart } from './days-chart.tsx'
import styles from './days-panel.module.css'

/** Shows the last 30 days as a chart, and as a table with the same figures. */
export function DaysPanel({ source }: { source: HostData<HostDays> }) {
  const gross = source.data?.days.reduce((sum, { total }) => sum + total.grossCents, 0)
  return (
    <Panel
      title="30 days"
      aside={gross === undefined ? undefined : `${formatAmount(gross)} gross`}
      className={styles.panel}
    >
      <DataView source={source} name="the last 30 days" lines={6}>
        {(days) =>
          isEmpty(days) ? (
            <p>Each day’s donations are drawn here, from the first one on.</p>
          ) : (
            <div className={styles.both}>
              <DaysChart days={days} />
              <details className={styles.details}>
                <summary>The same as a table</summary>
                {/* It scrolls by keyboard, too. */}
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
                <section className={styles.scroll} aria-label="30 days as a table" tabIndex={0}>
                  <DaysTable days={days} />
                </section>
              </details>
            </div>
          )
        }
      </DataView>
    </Panel>
  )
}

/** Returns whether no money came or went in all of the days. */
function isEmpty({ days }: HostDays): boolean {
  return days.every(({ total }) => total.count === 0 && total.refundedCents === 0)
}

function DaysTable({ days: { days } }: { days: HostDays }) {
  const providers = days[0]?.providers.map(({ provider }) => provider) ?? []
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Gross by day and provider, the latest first</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Donations</th>
          {providers.map((provider) => (
            <th key={provider} scope="col">
              {PROVIDER_NAMES[provider]}
            </th>
          ))}
          <th scope="col">Refunded</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, total, providers: columns }) => (
          <tr key={date}>
            <th scope="row">{formatDay(date)}</th>
            <td>{total.count}</td>
            {columns.map(({ provider, grossCents }) => (
              <td key={provider}>{formatSigned(grossCents)}</td>
            ))}
            <td>{formatSigned(-total.refundedCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
