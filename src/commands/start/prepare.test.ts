import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { parseConfig } from '#server/config.ts'
import { MARKS_TABLE } from '#server/infra/database/copy/copy-side.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { writeMarker } from '#server/lost-database.ts'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { createPostgresDatabase } from '#tests/helpers/databases/postgres.ts'
import { writerEntry } from '#tests/helpers/databases/sqlite-template.ts'
import { describeStartupError } from '../startup-error.ts'
import { prepareStart } from './prepare.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-prepare-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Prepares a start; returns what it says, or why it is refused. Nothing may change in the folder. */
async function prepare(databaseUrl?: string, mayBeEmpty = false): Promise<string> {
  const config = parseConfig({
    DATA_DIR: folder,
    PAYMENTS: 'sandbox',
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'a secret of thirty-two characters or more',
  })
  const before = readdirSync(folder)
  const said = await prepareStart(config, { mayBeEmpty }).catch(describeStartupError)
  expect(readdirSync(folder)).toEqual(before)
  return said
}

/** Fills the folder as a server leaves it that has taken a donation. */
async function fillFolder(): Promise<void> {
  const database = await openSqlite({ dataDir: folder, writerEntry: writerEntry('writer') })
  await database.write(insertCheckouts, buildCheckout())
  await writeMarker({ dataDir: folder, payments: 'sandbox', databaseUrl: undefined }, database)
  await database.close()
}

async function createDatabase(name: string): Promise<{ url: string; client: pg.Client }> {
  const url = await createPostgresDatabase(inject('postgresUrl'), name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return { url, client }
}

const listTables = async (client: pg.Client) =>
  (await client.query(`select 1 from pg_tables where schemaname = 'public'`)).rowCount

test('a used folder and a new one are prepared', async () => {
  expect(await prepare()).toContain('Its start makes a new database.')
  await fillFolder()
  expect(await prepare()).toContain('Its start leaves the database as it is.')
})

test('a database that is missing or empty is refused as by the start, unless it may be', async () => {
  await fillFolder()
  const refusal = /^The database of this installation \(royale\.db in .*\) is missing or empty: /
  writeFileSync(join(folder, 'royale.db'), '')
  expect(await prepare()).toMatch(refusal)
  rmSync(join(folder, 'royale.db'))
  expect(await prepare()).toMatch(refusal)
  expect(await prepare(undefined, true)).toContain('Its start makes a new database.')
})

test('a copy that was cut off is refused as by the start', async () => {
  await fillFolder()
  const database = new DatabaseSync(join(folder, 'royale.db'))
  database.exec(`create table ${MARKS_TABLE} (x)`)
  database.close()
  expect(await prepare()).toMatch(/^The database is a copy that was cut off, and lacks donations: /)
})

test('an unused PostgreSQL beside a used royale.db is refused, and stays as it is', async () => {
  const { url, client } = await createDatabase('prepare_unused')
  expect(await prepare(url)).toContain('Its start makes a new database.')
  await fillFolder()
  expect(await prepare(url)).toMatch(/^DATABASE_URL names an empty database, while royale\.db in /)
  expect(await listTables(client)).toBe(0)
})

test('a PostgreSQL with a table of other software is refused, and stays as it is', async () => {
  const { url, client } = await createDatabase('prepare_foreign')
  await client.query('create table donations (id int)')
  expect(await prepare(url)).toContain('(relation "donations" already exists)')
  expect(await listTables(client)).toBe(1)
})
