import { formatAmount } from '#contract/money.ts'
import type { Manifest } from '#server/features/backups/container/manifest.ts'

/** Describes what a backup holds, in one line. */
export function describeBackup({ madeAt, version, payments, figures }: Manifest): string {
  const { entries, donations } = figures.ledger
  const count = donations.reduce((sum, one) => sum + one.count, 0)
  const cents = donations.reduce((sum, one) => sum + one.cents, 0)
  const movements = entries.reduce((sum, one) => sum + one.count, 0)
  return `Backup of ${madeAt} by version ${version} (${payments}): ${count} donations of ${formatAmount(cents)}, ${movements} movements in the ledger.`
}
