import { z } from 'zod'
import type { HostSummary } from '#contract/host/figures.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import type { Statements } from '#server/features/statements/statements.ts'

const detailsSchema = z.object({ providerCents: z.int(), ledgerCents: z.int() })

/**
 * Returns by how much each provider and the ledger differ, as the last checks found. Payments that
 * differ in opposite directions do not cancel each other out on the statement.
 */
export async function findDrift({
  concerns,
  statements,
}: {
  concerns: Pick<Concerns, 'list'>
  statements: Pick<Statements, 'measure'>
}): Promise<HostSummary['drift']> {
  const open = (await concerns.list()).filter(({ kind }) => kind === 'ledger_drift')
  return (await statements.measure()).map(({ provider, driftCents, comparedUntil }) => ({
    provider,
    ledgerCents: open
      .filter((concern) => concern.provider === provider)
      .map(({ details }) => detailsSchema.parse(details))
      .reduce((sum, { providerCents, ledgerCents }) => sum + providerCents - ledgerCents, 0),
    statementCents: driftCents,
    comparedUntil: comparedUntil === null ? null : new Date(comparedUntil).toISOString(),
  }))
}
