import type { StatementReport } from '#contract/reconciliation.ts'
import { labelOf } from '#server/payments/registry.ts'

/**
 * Returns lines on how a provider's own statement compares with the ledger, and what could not be
 * compared.
 */
export function describeStatement(report: StatementReport): string[] {
  const { from, to, gaps } = report
  const owner = `${labelOf(report.provider)}'s statement`
  const compared =
    from === null || to === null
      ? []
      : [`${owner} of ${nameDays(from, to)}: ${describeSums(report)}`]
  const isSilent = compared.length + gaps.length === 0
  return [
    ...(isSilent ? [`${owner}: there is nothing to compare yet`] : compared),
    ...gaps.map((gap) => `  ${gap}`),
  ]
}

function describeSums(report: StatementReport): string {
  const { payments, waiting, driftCents, grossCents, feeCents, netCents } = report
  const sums = [`gross ${grossCents} cents`, `fees ${feeCents} cents`, `net ${netCents} cents`]
  const parts = [
    payments === 0 ? 'no payments to compare' : `${payments} payments compared`,
    ...(waiting === 0 ? [] : [`${waiting} too recent`]),
    ...(payments === 0 && driftCents === 0 ? [] : [`drift ${driftCents} cents`]),
    ...(grossCents === 0 && feeCents === 0 ? [] : sums),
  ]
  return parts.join(', ')
}

/** Names the days in UTC; `to` is the first time after them. */
function nameDays(from: string, to: string): string {
  const first = from.slice(0, 10)
  const last = new Date(Date.parse(to) - 1).toISOString().slice(0, 10)
  return first === last ? first : `${first} to ${last}`
}
