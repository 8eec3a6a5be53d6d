import { formatAmount } from '#contract/money.ts'
import type { Config } from '#server/config.ts'
import { BackupError } from '#server/features/backups/backup-error.ts'
import type { Manifest } from '#server/features/backups/container/manifest.ts'

/** Describes what a backup holds, in one line. */
export function describeBackup({ madeAt, version, payments, figures }: Manifest): string {
  const { entries, donations } = figures.ledger
  const count = donations.reduce((sum, one) => sum + one.count, 0)
  const cents = donations.reduce((sum, one) => sum + one.cents, 0)
  const movements = entries.reduce((sum, one) => sum + one.count, 0)
  return `Backup of ${madeAt} by version ${version} (${payments}): ${count} donations of ${formatAmount(cents)}, ${movements} movements in the ledger.`
}

/** Throws a BackupError if the database is not the embedded one. */
export function requireEmbedded({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === undefined) return
  throw new BackupError(
    'DATABASE_URL is set, and PostgreSQL has its own tools for backups: use pg_dump and pg_restore, and keep your .env beside them.',
  )
}

/** Returns what `work` returns; prints the sentence of a BackupError, and returns 1 for it. */
export async function orSentence(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}
