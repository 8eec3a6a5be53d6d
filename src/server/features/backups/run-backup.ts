import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { BackupError, toBackupError } from './backup-error.ts'
import { makeFolder } from './work-folder.ts'

/** The longest time that a backup may take, ms. */
export const MAX_MAKING_MS = 6 * 60 * 60_000

export const TOO_LONG =
  'It took longer than six hours, and was ended. Look at BACKUP_DIR and its disk.'

/** The arguments of the event 'exit': the code, or null after a signal. */
const exitSchema = z.tuple([z.int().nullable()]).rest(z.unknown())

/**
 * Makes a backup by the program's own command, with its options, in a process of its own. Throws a
 * BackupError with what it said if it fails; ends it if `signal` aborts.
 */
export async function runBackup(
  file: string,
  signal: AbortSignal,
  options: readonly string[] = [],
): Promise<void> {
  makeFolderOf(file)
  const program = fileURLToPath(import.meta.resolve('#files/bin/donation-royale'))
  const child = spawn(program, ['backup', file, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')])
  const [code] = exitSchema.parse(exit)
  if (code === 0) return
  const reason = said.trim() || `The command ended with ${String(code)}.`
  throw new BackupError(reason)
}

function makeFolderOf(file: string): void {
  const folder = dirname(file)
  try {
    makeFolder(folder)
  } catch (error) {
    throw toBackupError(error, folder)
  }
}
