import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { makeBackup, toSource } from '#server/features/backups/make-backup.ts'
import { requireSnapshot } from '#server/features/backups/upgrade/snapshot.ts'
import { toMegabytes } from '#server/infra/disk-space.ts'
import { readVersion } from '#server/version.ts'
import { describeBackup } from './operator/backup-report.ts'
import { readConfig } from './operator/operator-call.ts'
import { describeSettings } from './operator/settings-line.ts'

export const HELP = `donation-royale backup FILE [--of FOLDER]

Makes a backup in one new file, also while the server runs: the database, embedded or PostgreSQL, the
generated secrets, the campaign file, and in sandbox mode the payments of the stand-ins. Checks it by
reading it, and ends with 1 and without a file if anything is wrong. FILE should end with .tar.zst. It
holds secrets, so only its owner may read it.
  --of FOLDER  packs the copy that a start made before it brought the database up to date
`

/** Makes a backup; returns the exit code. */
export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { of: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) {
    process.stderr.write(`Name the one file for the backup.\n\n${HELP}`)
    return 1
  }
  const config = readConfig()
  process.stdout.write(describeSettings(config))
  yieldToOthers()
  const source =
    values.of === undefined ? toSource(config, readVersion()) : requireSnapshot(values.of)
  const { manifest, bytes } = await makeBackup(source, file)
  process.stdout.write(
    `${describeBackup(manifest)}\nWritten and checked: ${file}, ${toMegabytes(bytes)} MB.\n`,
  )
  return 0
}

/** Lets the server go first, which takes donations meanwhile. */
function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // This system does not allow it: then it is only less polite.
  }
}
