import { useState } from 'react'
import type { HostSummary, MoneySums, SpanSums } from '#contract/host/figures.ts'
import type { HostData } from '../../../api/use-host-data.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'
import { useConsole } from '../../../session/console-context.ts'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Agreement } from './agreement.tsx'
import styles from './money-panel.module.css'
import { STATEMENT_LINES, type StatementLine } from './statement-lines.ts'

/** A span of time whose money is shown. */
export type Span = 'today' | 'week' | 'all'

export interface MoneyPanelProps {
  source: HostData<HostSummary>
  span: Span
}

/** Shows the money as a statement that is read downwards, and whether the ledger is right. */
export function MoneyPanel({ source, span }: MoneyPanelProps) {
  const zone = source.data?.timeZone
  return (
    <Panel title="Money" aside={zone === undefined ? 'US dollars' : `US dollars, days in ${zone}`}>
      <DataView source={source} name="the money" lines={9}>
        {(summary) => (
          <>
            <Statement sums={summary[span]} />
            <Agreement summary={summary} />
          </>
        )}
      </DataView>
    </Panel>
  )
}

/** One column for each provider and one for all; a phone shows one of them. */
function Statement({ sums }: { sums: SpanSums }) {
  const { mode } = useConsole()
  const [shown, setShown] = useState('total')
  const columns = listColumns(sums)
  return (
    <>
      <Segments
        className={styles.choice}
        label="Column of the statement"
        options={columns}
        value={shown}
        onChange={setShown}
      />
      <table className={styles.statement}>
        <caption className="visually-hidden">
          {mode === 'live' ? 'Money' : 'Test money'} by provider
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">What</span>
            </th>
            {columns.map(({ value, name }) => (
              <th key={value} scope="col" data-shown={value === shown}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {STATEMENT_LINES.map((line) => (
            <Line key={line.name} line={line} columns={columns} shown={shown} />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface Column {
  value: string
  name: string
  sums: MoneySums
}

function listColumns({ providers, total }: SpanSums): Column[] {
  return [
    ...providers.map((sums) => ({
      value: sums.provider,
      name: PROVIDER_NAMES[sums.provider] ?? sums.provider,
      sums,
    })),
    { value: 'total', name: 'Together', sums: total },
  ]
}

interface LineProps {
  line: StatementLine
  columns: readonly Column[]
  /** The column that a phone shows. */
  shown: string
}

function Line({ line: { name, kind, read }, columns, shown }: LineProps) {
  const isTest = useConsole().mode !== 'live'
  return (
    <tr data-kind={kind}>
      <th scope="row">{name}</th>
      {columns.map(({ value, sums }) => (
        <td key={value} data-of={value} data-shown={value === shown}>
          {isTest && kind === 'net' && value === 'total' && (
            <span className={styles.test}>test </span>
          )}
          {read(sums)}
        </td>
      ))}
    </tr>
  )
}
