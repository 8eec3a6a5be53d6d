import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { newestMigration } from '#server/infra/database/migrate.ts'
import { readAppliedIn } from '#server/infra/database/sqlite/peek.ts'
import { makeOlderPostgres } from '../helpers/databases/older-database.ts'
import { createPostgresDatabase } from '../helpers/databases/postgres.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { runCommand } from '../helpers/server/run-command.ts'

const OLD = '0030-change-marks'
const CURRENT = newestMigration()

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-upgrade-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Node {
  url: string
  port: number
  dataDir: string
  environment: { DATABASE_URL: string; AUTH_SECRET: string }
}

/** Makes a database of an older version with one donation, and the settings of a node on it. */
async function prepareNode(name: string): Promise<Node> {
  const url = await createPostgresDatabase(inject('postgresUrl'), `upgrade_${randomUUID()}`)
  await makeOlderPostgres(url, OLD)
  await query(url, FILL)
  const port = await freePort()
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir: join(folder, name),
    environment: { DATABASE_URL: url, AUTH_SECRET: 'a secret of thirty-two characters or more' },
  }
}

const FILL = `
  insert into checkouts (id, donation_id, user_id, provider, provider_ref, idempotency_key,
    capture_attempt, amount_cents, livemode, state, created_at, updated_at, expires_at)
  values ('c', 'd', 'u', 'stripe', 'cs_1', 'k', 0, 500, 0, 'paid', 1, 1, 1);
  insert into ledger_entries
    (provider, object_id, kind, checkout_id, donation_id, amount_cents, livemode, created_at)
  values ('stripe', 'ch_1', 'capture', 'c', 'd', 500, 0, 1);
  insert into donations (sequence, id, checkout_id, user_id, name, amount_cents, livemode, timestamp)
  values (1, 'd', 'c', 'u', 'Ada', 500, 0, 1)`

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function readNewest({ environment }: Node): Promise<unknown> {
  const text = 'select max(name) as name from kysely_migration'
  return (await query(environment.DATABASE_URL, text))[0]?.['name']
}

const start = (node: Node, ...options: string[]) =>
  runCommand(node, 'start', options, node.environment)

/** Starts a server for this test. */
async function serve({ dataDir, environment }: Node, options: string[] = []): Promise<AppServer> {
  const server = await startAppServer({ ...environment, DATA_DIR: dataDir }, options)
  onTestFinished(server.stop)
  return server
}

const backupsOf = ({ dataDir }: Node) => join(dataDir, 'backups')

test('the backup from before an upgrade is made while an older version may serve, and restored', async () => {
  const node = await prepareNode('prepared')
  const prepared = await start(node, '--prepare')
  expect(prepared.errors).toBe('')
  const [, file = ''] =
    /The backup from before is (\S+), which counts for an hour\.$/m.exec(prepared.output) ?? []
  expect(file).toContain(`-before-0030-to-${CURRENT.slice(0, 4)}-`)
  expect(prepared.code).toBe(0)
  expect(await readNewest(node)).toBe(OLD)

  const server = await serve(node)
  expect(await readNewest(node)).toBe(CURRENT)
  expect(server.log()).toMatch(
    /"isNew":false,.*the database was backed up before it is brought up to date/,
  )
  expect(readdirSync(backupsOf(node))).toEqual([basename(file)])

  const place = { ...node, dataDir: join(folder, 'back') }
  const { output, code } = await runCommand(place, 'restore', [file, '--no-reconcile'])
  expect(output).toContain(': 1 donations of $5.00, 1 movements in the ledger.')
  expect(code).toBe(0)
  expect(readAppliedIn(join(place.dataDir, 'royale.db')).at(-1)).toBe(OLD)
})

test('without that backup nothing is upgraded, unless it is asked for', async () => {
  const node = await prepareNode('refused')
  mkdirSync(node.dataDir)
  writeFileSync(backupsOf(node), 'in its place')
  const { code, errors } = await start(node)
  expect(errors).toMatch(
    /^The database must be brought from 0030 to \d{4}, and the backup before that cannot be made in .* Whoever has another backup can start with --without-backup\.\n$/,
  )
  expect(code).toBe(1)
  expect(await readNewest(node)).toBe(OLD)

  await serve(node, ['--without-backup'])
  expect(await readNewest(node)).toBe(CURRENT)
})
