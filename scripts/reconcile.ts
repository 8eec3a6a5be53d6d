import { parseArgs } from 'node:util'
import {
  reconcileReportSchema,
  type ReconcileReport,
  type ReconcileRequest,
} from '#contract/reconciliation.ts'
import { ROUTES } from '#contract/routes.ts'
import { explainFailedStart } from '#server/explain.ts'
import { readConfig, withServer } from './operator-call.ts'
import { describeSettings } from './settings-line.ts'
import { describeStatement } from './statement-lines.ts'

const HELP = `npm run reconcile [-- --all] [--retry-parked]

Brings the books to the providers' truth, compares them with the providers' own statements, and
prints what it found. Ends with 1 while there is drift,
something could not be asked about, or something needs you.
  --all           asks about everything that was ever paid, not only what is unfinished
  --retry-parked  takes up events again that were put aside for the host
`

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    'retry-parked': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  process.stdout.write(HELP)
} else {
  try {
    await reconcile({
      scope: values.all ? 'all' : 'unfinished',
      retryParked: values['retry-parked'],
    })
  } catch (error) {
    process.stderr.write(`${explainFailedStart(error)}\n`)
    process.exitCode = 1
  }
}

async function reconcile(request: ReconcileRequest): Promise<void> {
  const config = readConfig()
  process.stdout.write(describeSettings(config))
  const report = await withServer(config, (ask) =>
    ask({ method: 'POST', path: ROUTES.reconciliations, body: request }, reconcileReportSchema),
  )
  process.stdout.write(describe(report))
  process.exitCode = isRight(report) ? 0 : 1
}

/** What could not be compared of a statement is told, and no failure. */
function isRight({ driftCents, unreachable, concerns, statements }: ReconcileReport): boolean {
  const driftsOfStatements = statements.filter((statement) => statement.driftCents !== 0)
  return driftCents === 0 && unreachable + concerns.length + driftsOfStatements.length === 0
}

function describe(report: ReconcileReport): string {
  const { missed, checked, mended, unreachable, outcomes, concerns, driftCents, statements } =
    report
  const lines = [
    `Events that had not arrived by themselves: ${missed}`,
    `Checkouts asked about: ${checked}`,
    `Checkouts mended: ${mended.length}`,
    ...mended.map(
      ({ checkoutId, from, to, cents }) => `  ${checkoutId}: ${from} → ${to}, ${cents} cents`,
    ),
    `Checkouts that could not be asked about now: ${unreachable}`,
    'Events of the last day:',
    ...outcomes.map(({ outcome, count }) => `  ${count} × ${outcome}`),
    `For you to look at: ${concerns.length}`,
    ...concerns.flatMap(({ id, message, resolutions }) => [
      `  ${id}: ${message}`,
      `    you may: ${resolutions.join(', ')}`,
    ]),
    `Drift: ${driftCents} cents`,
    ...statements.flatMap(describeStatement),
  ]
  return `${lines.join('\n')}\n`
}
