import type { ImportReport, ProviderImport } from '#contract/reconciliation.ts'
import { formatAmount } from '#contract/money.ts'
import { labelOf } from '#server/payments/registry.ts'

/** The most payments to list; the log and the provider have the others. */
const MAX_LISTED = 20

/** Returns one line per result of an import; none if there was nothing to import. */
export function describeImports(imports: ImportReport | undefined): string[] {
  if (imports === undefined) return []
  const { providers, left } = imports
  return [
    'Imported:',
    ...providers.flatMap(describeProvider),
    ...(left > 0 ? [`  Left for the next time: ${left}`] : []),
  ]
}

function describeProvider(one: ProviderImport): string[] {
  const { provider, found, known, imported, importedCents, failed, limits } = one
  const sum = formatAmount(importedCents)
  return [
    `  ${labelOf(provider)}: ${found} found, ${known} known, ${imported} imported (${sum}), ${failed.length} not imported`,
    ...failed.slice(0, MAX_LISTED).map(({ payment, reason }) => `    ${payment}: ${reason}`),
    ...(failed.length > MAX_LISTED ? [`    and ${failed.length - MAX_LISTED} more`] : []),
    ...limits.map((sentence) => `    ${sentence}`),
  ]
}

export function countImported({ providers }: ImportReport): number {
  return providers.reduce((sum, { imported }) => sum + imported, 0)
}

/** Returns whether everything that the providers list was imported or known. */
export function isImported({ providers, left }: ImportReport): boolean {
  return (
    left === 0 && providers.every(({ failed, isComplete }) => failed.length === 0 && isComplete)
  )
}
