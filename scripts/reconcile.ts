import { parseArgs } from 'node:util'
import {
  reconcileReportSchema,
  type ReconcileReport,
  type ReconcileRequest,
} from '#contract/reconciliation.ts'
import { ROUTES } from '#contract/routes.ts'
import { readConfig, withServer } from './operator-call.ts'

const HELP = `npm run reconcile [-- --all] [--retry-parked]

Brings the books to the providers' truth and prints what it found.
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
  const request: ReconcileRequest = {
    scope: values.all ? 'all' : 'unfinished',
    retryParked: values['retry-parked'],
  }
  const report = await withServer(readConfig(), (ask) =>
    ask({ method: 'POST', path: ROUTES.reconciliations, body: request }, reconcileReportSchema),
  )
  process.stdout.write(describe(report))
  process.exitCode = report.driftCents === 0 && report.unreachable === 0 ? 0 : 1
}

function describe(report: ReconcileReport): string {
  const { missed, checked, mended, unreachable, outcomes, concerns, driftCents } = report
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
    ...concerns.map(({ subject, reason }) => `  ${subject}: ${reason}`),
    `Drift: ${driftCents} cents`,
  ]
  return `${lines.join('\n')}\n`
}
