import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { copyDatabase, type DatabasePlace } from '#server/features/database-copy/database-copy.ts'
import { CopyError } from '#server/infra/database/copy/copy-error.ts'
import type { CopiedTable } from '#server/infra/database/copy/copy-tables.ts'
import { StorageUnavailableError } from '#server/infra/database/storage-failures.ts'
import { nameDatabase } from '#server/installation-line.ts'
import { readConfig } from './operator/operator-call.ts'
import { describeSettings } from './operator/settings-line.ts'

export const HELP = `donation-royale copy-database URL | sqlite:FOLDER

Copies the whole database into an empty one of the other kind, and compares both row by row, by the
sums of the ledger, and by the board. Stop the server first, on all nodes. The source is only read.
  URL            from the data folder into PostgreSQL: postgres://USER:PASSWORD@HOST/DATABASE
  sqlite:FOLDER  from PostgreSQL (DATABASE_URL) into the data folder FOLDER
A copy that is cut off goes on when the command is run again. Ends with 0 if the copy is whole, and
says what to set then; ends with 1 if it is not, and must not be used.
`

const SQLITE = /^sqlite:/
const POSTGRES = /^postgres(?:ql)?:\/\//

/** Copies the database; returns the exit code. */
export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [to] = positionals
  if (to === undefined || positionals.length > 1) {
    process.stderr.write(`Name the one target of the copy.\n\n${HELP}`)
    return 1
  }
  const config = readConfig()
  process.stdout.write(describeSettings(config))
  const { databaseUrl, dataDir } = config
  try {
    const target = parsePlace(to)
    const tables = await copyDatabase({
      from: databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
      to: target,
      onTable: (table) => process.stdout.write(describeTable(table)),
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`Copied and compared: ${tables.length} tables, ${rows} rows.\n`)
    process.stdout.write(describeNextStep(config, target))
    return 0
  } catch (error) {
    const sentence = findSentence(error, to)
    if (sentence === undefined) throw error
    process.stderr.write(`${sentence}\n`)
    return 1
  }
}

function parsePlace(text: string): DatabasePlace {
  if (POSTGRES.test(text) && URL.canParse(text)) return { url: text }
  if (SQLITE.test(text) && text.length > 'sqlite:'.length) {
    return { dataDir: text.replace(SQLITE, '') }
  }
  throw new CopyError(
    `Name the target as postgres://USER:PASSWORD@HOST/DATABASE or as sqlite:FOLDER.`,
  )
}

function describeTable({ name, rows, wasThere }: CopiedTable): string {
  return `  ${name.padEnd(24)} ${rows} rows${wasThere ? ', copied before' : ''}\n`
}

function describeNextStep({ dataDir, authSecret }: Config, target: DatabasePlace): string {
  const kept = resolve(dataDir)
  if ('url' in target) {
    const secret =
      authSecret === undefined
        ? `set AUTH_SECRET to authSecret of ${join(kept, 'secrets.json')}`
        : 'keep AUTH_SECRET'
    return `Now set DATABASE_URL to the URL you named, ${secret}, then start. royale.db in ${kept} is the former database: keep it until all is well.\n`
  }
  const folder = resolve(target.dataDir)
  const others = folder === kept ? '' : `, copy the other files of ${kept} into it`
  return `Now remove DATABASE_URL and REDIS_URL, set DATA_DIR to ${folder}${others}, keep AUTH_SECRET, then start one node.\n`
}

function findSentence(error: unknown, to: string): string | undefined {
  if (!(error instanceof StorageUnavailableError) || error.kind !== 'unreachable') return undefined
  const reason = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const name = POSTGRES.test(to) ? nameDatabase(to, '') : 'PostgreSQL (DATABASE_URL)'
  return `${name} cannot be reached, or does not let us in: look at the URL and at the server.${reason}`
}
