import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const lastBackupSchema = z.object({
  madeAt: z.iso.datetime(),
  file: z.string(),
  bytes: z.int(),
})

/** The last backup that was made and passed its check. */
export type LastBackup = z.infer<typeof lastBackupSchema>

const FILE = 'last-backup.json'

/** Remembers the last good backup in the data folder. */
export function writeLastBackup(dataDir: string, last: LastBackup): void {
  const file = join(dataDir, FILE)
  writeFileSync(`${file}.new`, JSON.stringify(last), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Returns the last good backup; undefined if none is known. */
export function readLastBackup(dataDir: string): LastBackup | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'))
    return lastBackupSchema.safeParse(kept).data
  } catch {
    // Missing, or cut off by a full disk: then none is known.
    return undefined
  }
}
