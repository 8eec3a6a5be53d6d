import { isAboutLedger } from '#contract/concerns.ts'
import {
  reconcileReportSchema,
  type ReconcileReport,
  type ReconcileRequest,
} from '#contract/reconciliation.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { countImported, describeImports, isImported } from './import-report.ts'
import type { Ask } from './operator-call.ts'
import { describeStatement } from './statement-lines.ts'

/**
 * Reconciles, imports until nothing more is imported, and prints what was found; returns whether
 * nothing is left to do.
 */
export async function reconcileOnce(ask: Ask, body: ReconcileRequest): Promise<boolean> {
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
