import { messageOf } from '#contract/app-error.ts'
import type { Upgrade } from '#server/infra/database/migrate.ts'
import { BackupError } from '../backup-error.ts'
import { numberOf } from './upgrade-names.ts'

/** Returns the BackupError that says why the server does not start, and what to do. */
export function explainNoBackup(
  cause: unknown,
  folder: string,
  { from, to }: Upgrade,
): BackupError {
  const reason = messageOf(cause).replace(/\.$/, '')
  return new BackupError(
    `The database must be brought from ${numberOf(from)} to ${numberOf(to)}, and the backup before that cannot be made in ${folder}: ${reason}. Nothing was changed; free some space there, or let this user write there, then start again. Whoever has another backup can start with --without-backup.`,
    { cause },
  )
}
