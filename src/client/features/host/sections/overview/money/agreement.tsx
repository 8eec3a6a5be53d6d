import type { HostSummary } from '#contract/host/figures.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { formatDifference, formatSigned } from '../../../format.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import figures from '../../../ui/figures-table.module.css'
import styles from './agreement.module.css'
import { describeAgreement, listAgreements, type ProviderAgreement } from './compare-ledger.ts'

/** Shows by provider what it says, what the ledger says, and the difference. */
export function Agreement({ summary }: { summary: HostSummary }) {
  const agreements = listAgreements(summary)
  const { reconciledAt } = summary
  return (
    <div className={styles.agreement}>
      <table className={`${figures.table} ${styles.table}`}>
        <caption>Provider against ledger, all time</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Provider</span>
            </th>
            <th scope="col">Provider says</th>
            <th scope="col">Ledger says</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {agreements.map((one) => (
            <tr key={one.provider}>
              <th scope="row">{PROVIDER_NAMES[one.provider]}</th>
              <td>{one.state === 'unknown' ? '–' : formatSigned(one.providerCents)}</td>
              <td>{formatSigned(one.ledgerCents)}</td>
              <td className={styles[one.state]}>{describeDrift(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.when}>
        {describeAgreement(agreements)}{' '}
        {reconciledAt !== null && (
          <>
            Compared <time dateTime={reconciledAt}>{formatMoment(Date.parse(reconciledAt))}</time>.
          </>
        )}
      </p>
    </div>
  )
}

/** A sign and the sum, so that the colour says nothing that words do not. */
function describeDrift({ state, driftCents }: ProviderAgreement) {
  if (state === 'unknown') return '? not compared'
  const sign = state === 'agrees' ? '✓' : '!'
  return `${sign} ${formatDifference(driftCents)}`
}
