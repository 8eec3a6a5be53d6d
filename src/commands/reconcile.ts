import { parseArgs } from 'node:util'
import { isAboutLedger } from '#contract/concerns.ts'
import {
  reconcileReportSchema,
  type ReconcileReport,
  type ReconcileRequest,
} from '#contract/reconciliation.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { countImported, describeImports, isImported } from './operator/import-report.ts'
import { readConfig, withServer, type Ask } from './operator/operator-call.ts'
import { describeSettings } from './operator/settings-line.ts'
import { describeStatement } from './operator/statement-lines.ts'

export const HELP = `donation-royale reconcile [--all] [--retry-parked] [--import [--installation ID]]

Probes what the keys may do, brings the ledger to the providers' truth, tries again what waits,
compares the ledger with the board and with the providers' own statements, and prints what it found.
Ends with 0 where all is right, and with 1 while there is drift in the ledger or in a statement, a
payment could not be asked about, compared or imported, or something needs you. What of a statement
could not be compared is printed, and does not count.
  --all           asks about everything that was ever paid, not only what is unfinished
  --retry-parked  takes up events again that were put aside for the host
  --import        books the payments that the providers have and the database does not know, as after
                  an older copy was restored: with their amount, time and name, and for their account
                  where it still exists; nobody is mailed of them again. Asks about all that was paid.
  --installation  names the installation whose database was lost, so that its payments are ours
`

/** Reconciles by the running server; returns the exit code. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean', default: false },
      'retry-parked': { type: 'boolean', default: false },
      import: { type: 'boolean', default: false },
      installation: { type: 'string' },
    },
  })
  const config = readConfig()
  process.stdout.write(describeSettings(config))
  const request: ReconcileRequest = {
    scope: values.all || values.import ? 'all' : 'unfinished',
    retryParked: values['retry-parked'],
    import: values.import,
    installation: values.installation,
  }
  return (await withServer(config, (ask) => reconcileOnce(ask, request))) ? 0 : 1
}

/**
 * Reconciles, and imports until nothing more is imported; returns whether nothing is left to do.
 */
async function reconcileOnce(ask: Ask, body: ReconcileRequest): Promise<boolean> {
  const call = { method: 'POST' as const, path: HOST_ROUTES.reconciliations, body }
  const report = await ask(call, reconcileReportSchema)
  const { imports } = report
  process.stdout.write(`${[...describeImports(imports), ...describe(report)].join('\n')}\n`)
  if (imports !== undefined && imports.left > 0 && countImported(imports) > 0) {
    return reconcileOnce(ask, { ...body, retryParked: false })
  }
  return isClean(report) && (imports === undefined || isImported(imports))
}

/**
 * Returns whether the report has neither drift nor anything open about the ledger; a statement that could not be
 * compared is no failure.
 */
function isClean(report: ReconcileReport): boolean {
  const { driftCents, unreachable, uncompared, concerns, statements } = report
  const driftsOfStatements = statements.filter((statement) => statement.driftCents !== 0).length
  const open = concerns.filter(({ kind }) => isAboutLedger(kind)).length
  return driftCents === 0 && unreachable + uncompared + open + driftsOfStatements === 0
}

function describe(report: ReconcileReport): string[] {
  const { missed, checked, mended, unreachable, outcomes, concerns, statements } = report
  return [
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
    describeDrift(report),
    ...statements.flatMap(describeStatement),
  ]
}

function describeDrift({ driftCents, uncompared }: ReconcileReport): string {
  const drift = `Drift: ${driftCents} cents`
  if (uncompared === 0) return drift
  const payments = uncompared === 1 ? 'payment' : 'payments'
  return `${drift}, but for ${uncompared} ${payments} that could not be compared`
}
