import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseConfig, type Config } from '#server/config.ts'
import { BackupError } from '#server/features/backups/backup-error.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import { findListenFault } from '#server/infra/listen-check.ts'
import { readVersion } from '#server/version.ts'
import { nameDatabase } from '#server/installation-line.ts'
import { describeBackup } from './operator/backup-report.ts'
import { readVariables, withOwnServer } from './operator/operator-call.ts'
import { reconcileOnce } from './operator/reconcile-once.ts'
import { describeStartupError } from './startup-error.ts'
import { describeSettings } from './operator/settings-line.ts'

export const HELP = `donation-royale restore FILE [--no-reconcile]

Puts a backup into the data folder, which must be empty, after each part was checked; with DATABASE_URL
its database into PostgreSQL, which must be empty too. Then asks the providers for everything that was paid since, as 'reconcile --import' does, and prints what it found.
Ends with 1 if nothing was restored, with 2 if it was and the reconciling left something to do, else
with 0. Stop the server that the backup is of first: two of them must not take the same payments.
  --no-reconcile  asks no provider, as on a machine without the keys
`

/** The exit code if the backup was restored, and something is left to do. */
const UNSETTLED = 2

/** Restores a backup; returns the exit code. */
export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: { reconcile: { type: 'boolean', default: true } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) {
    process.stderr.write(`Name the one file of the backup.\n\n${HELP}`)
    return 1
  }
  const variables = readVariables()
  // Its file may be in the backup.
  const config = parseConfig({ ...variables, CAMPAIGN_FILE: undefined })
  process.stdout.write(describeSettings(config))
  if (values.reconcile) await requireFreePort(config)
  const { dataDir, databaseUrl } = config
  const manifest = await restoreBackup(file, { dataDir, databaseUrl, version: readVersion() })
  process.stdout.write(
    `${describeBackup(manifest)}\nRestored and checked: ${describePlace(config)}.\n`,
  )
  process.stdout.write(placeCampaign(dataDir, variables['CAMPAIGN_FILE']))
  return values.reconcile ? reconcile(variables) : remind()
}

function describePlace({ dataDir, databaseUrl }: Config): string {
  return databaseUrl === undefined ? resolve(dataDir) : nameDatabase(databaseUrl, dataDir)
}

/** The restored ledger needs a server of its own: another one would reconcile its own. */
async function requireFreePort({ port, host }: Config): Promise<void> {
  if ((await findListenFault({ port, host })) === undefined) return
  throw new BackupError(
    `Something listens on port ${port} already, which the reconciling needs: stop it, set PORT to a free one, or add --no-reconcile.`,
  )
}

/** Puts the campaign's file where CAMPAIGN_FILE expects it; returns what to say about it. */
function placeCampaign(dataDir: string, wanted: string | undefined): string {
  const restored = join(dataDir, 'campaign.json')
  if (!existsSync(restored)) return ''
  if (!wanted) return `The campaign's file is ${restored}: set CAMPAIGN_FILE to it.\n`
  if (resolve(wanted) === resolve(restored)) return ''
  if (existsSync(wanted)) {
    return `CAMPAIGN_FILE (${wanted}) stays as it is; that of the backup is ${restored}.\n`
  }
  mkdirSync(dirname(wanted), { recursive: true })
  copyFileSync(restored, wanted)
  rmSync(restored)
  return `The campaign's file was restored as ${wanted}.\n`
}

/** Reconciles what is restored; a failure changes nothing about that. */
async function reconcile(variables: Record<string, string | undefined>): Promise<number> {
  const request = { scope: 'all', retryParked: false, import: true } as const
  try {
    const config = parseConfig(variables)
    const isSettled = await withOwnServer(config, (ask) => reconcileOnce(ask, request))
    return isSettled ? 0 : UNSETTLED
  } catch (error) {
    const reason = describeStartupError(error)
    process.stderr.write(`The backup is restored, but nothing was reconciled. ${reason}\n`)
    return UNSETTLED
  }
}

function remind(): number {
  process.stdout.write(
    'Nothing was reconciled. Where the keys are, run: donation-royale reconcile --import\n',
  )
  return 0
}
