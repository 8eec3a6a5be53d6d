import { ConfigError } from '#server/config.ts'
import { BackupError } from '#server/features/backups/backup-error.ts'
import { CopyError } from '#server/infra/database/copy/copy-error.ts'
import { MigrationError, NewerDatabaseError } from '#server/infra/database/migrate.ts'
import { DataDirInUseError } from '#server/infra/database/sqlite/data-dir-lock.ts'
import {
  DamagedDatabaseError,
  StorageUnavailableError,
  type StorageErrorKind,
} from '#server/infra/database/storage-failures.ts'
import { explainNewerDatabase } from './newer-database.ts'

/**
 * Why a command could not do its work: one sentence for what a host can mend; everything in it for
 * what only we can.
 */
export function describeStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const causes = causesOf(error)
  const sentence = causes.map(findSentence).find(isText) ?? explainFailedMigration(causes)
  return sentence ?? error.stack ?? error.message
}

/** The errors whose message is a sentence for the operator already. */
const IN_WORDS = [ConfigError, DataDirInUseError, BackupError, CopyError]

function findSentence(error: Error): string | undefined {
  if (IN_WORDS.some((kind) => error instanceof kind)) return error.message
  if (error instanceof DamagedDatabaseError) return DAMAGED
  if (error instanceof NewerDatabaseError) return explainNewerDatabase(error, process.env)
  if (error instanceof StorageUnavailableError) return withReason(TROUBLES[error.kind], error)
  if (isWrongOption(error)) return error.message
  if (isSystemError(error)) return SYSTEM_ERRORS[error.code]?.(error.path)
  return undefined
}

/** Says what is left where nothing is known of why a migration failed. */
function explainFailedMigration(causes: readonly Error[]): string | undefined {
  const failed = causes.find((error) => error instanceof MigrationError)
  if (failed === undefined) return undefined
  const reason = causes.at(-1)?.message ?? ''
  return `The database could not be brought to ${failed.migration}, and is as it was (${reason}): start the version before again, and report this.`
}

const DAMAGED =
  'The database (royale.db in DATA_DIR) is damaged: move the three files royale.db, royale.db-wal and royale.db-shm away and put a backup in their place; keep them, they hold what the backup lacks.'

const TROUBLES: Record<StorageErrorKind, string> = {
  full: 'The disk that holds the database is full: free some space, then start again.',
  read_only:
    'The database cannot be written: let this user write the folder DATA_DIR and the files in it.',
  busy: 'Another program holds the database (a backup, or the sqlite3 tool): wait until it is done, then start again.',
  contended: 'Another node of this installation is starting: start this one again.',
  input_output:
    'The disk that holds the database cannot be read or written: look at the disk and at the rights on DATA_DIR.',
  unreachable:
    'The PostgreSQL server that DATABASE_URL names cannot be reached, or does not let us in: start it, or set DATABASE_URL right.',
}

function withReason(sentence: string, { cause }: Error): string {
  return cause instanceof Error ? `${sentence} (${cause.message})` : sentence
}

interface SystemError extends Error {
  code: string
  /** The file or folder; undefined where it was about something else, such as a port. */
  path: string | undefined
}

function isSystemError(error: Error): error is SystemError {
  return 'code' in error && typeof error.code === 'string' && 'syscall' in error
}

/** Returns whether `parseArgs` refused an option; its message names the option. */
function isWrongOption(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

type Explain = (path: string | undefined) => string | undefined

// systemd sets INVOCATION_ID; its service may write nothing but the paths that the unit names.
const cannotWrite: Explain = (path) =>
  path &&
  (process.env['INVOCATION_ID'] === undefined
    ? `DATA_DIR cannot be written: let this user write ${path}, or set DATA_DIR to another folder.`
    : `DATA_DIR cannot be written: let the service's user write ${path}, and name the folder in ReadWritePaths= of its unit.`)
const isNoFolder: Explain = (path) =>
  path &&
  `DATA_DIR is not a folder: ${path} is in its place; move that away, or set DATA_DIR to a folder.`

const SYSTEM_ERRORS: Record<string, Explain> = {
  EADDRINUSE: () =>
    'PORT is taken: another program listens there already; stop it, or set PORT to a free one.',
  EROFS: cannotWrite,
  EACCES: cannotWrite,
  EPERM: cannotWrite,
  ENOTDIR: isNoFolder,
  EEXIST: isNoFolder,
  ENOSPC: () => 'The disk that holds DATA_DIR is full: free some space, then start again.',
}

function causesOf(error: Error): Error[] {
  const { cause } = error
  return [error, ...(cause instanceof Error ? causesOf(cause) : [])]
}

function isText(text: string | undefined): text is string {
  return text !== undefined
}
