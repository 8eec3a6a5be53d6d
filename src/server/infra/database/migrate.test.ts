import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { makeOlderDatabase, makeOlderPostgres } from '#tests/helpers/databases/older-database.ts'
import { createPostgresDatabase } from '#tests/helpers/databases/postgres.ts'
import type { Database } from './database.ts'
import {
  findUpgrade,
  MigrationError,
  NewerDatabaseError,
  newestMigration,
  requireKnown,
  type Upgrade,
} from './migrate.ts'
import { openPostgres } from './postgres/postgres.ts'
import { readAppliedIn } from './sqlite/peek.ts'
import { openSqlite } from './sqlite/sqlite.ts'

const NEWEST = newestMigration()

test('a database that is new or up to date needs no upgrade, an older one does', () => {
  expect(findUpgrade([])).toBeUndefined()
  expect(findUpgrade(['0001-initial'])).toEqual({ from: '0001-initial', to: NEWEST })
})

test('a migration that the program does not know is named, with the file', () => {
  expect(() => requireKnown(['0001-initial', NEWEST])).not.toThrow()
  const newer = ['0001-initial', '9998-later', '9999-last']
  expect(() => requireKnown(newer, 'royale.db')).toThrow(
    expect.objectContaining({ migration: '9999-last', file: 'royale.db' }),
  )
})

test('a migration that fails leaves the database as it was, with those before it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-migrate-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const file = join(dataDir, 'royale.db')
  await makeOlderDatabase(file, '0029-changed-by-amount')
  const connection = new DatabaseSync(file)
  connection.exec('create table write_proofs (in_the_way text)')
  connection.close()
  const before = readAppliedIn(file)
  const writerEntry = new URL('../../writer.ts', import.meta.url)
  await expect(openSqlite({ dataDir, writerEntry })).rejects.toThrow(MigrationError)
  expect(before.at(-1)).toBe('0029-changed-by-amount')
  expect(readAppliedIn(file)).toEqual(before)
})

describe('a database on PostgreSQL', () => {
  let url: string
  let database: Database
  let upgrades: Upgrade[]

  beforeEach(async () => {
    url = await createPostgresDatabase(inject('postgresUrl'), `migrate_${randomUUID()}`)
    upgrades = []
    database = await open()
  })

  afterEach(() => database.close())

  const open = () =>
    openPostgres(url, {
      beforeUpgrade: async (upgrade) => void upgrades.push(upgrade),
    })

  const listMigrations = async () =>
    (await sql`select name from kysely_migration order by name`.execute(database.reader)).rows

  test('that is newer is refused, and stays as it is', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(
      database.reader,
    )
    // Also where a known one is missing.
    await sql`delete from kysely_migration where name = ${NEWEST}`.execute(database.reader)
    const before = await listMigrations()
    await expect(open()).rejects.toThrow(NewerDatabaseError)
    expect(await listMigrations()).toEqual(before)
    expect(upgrades).toEqual([])
  })

  test('is upgraded by one of the nodes that start at once; a new one is not', async () => {
    expect(upgrades).toEqual([])
    url = await createPostgresDatabase(inject('postgresUrl'), `migrate_${randomUUID()}`)
    await makeOlderPostgres(url, '0031-write-proofs')
    const nodes = await Promise.all([open(), open()])
    await Promise.all(nodes.map((node) => node.close()))
    expect(upgrades).toEqual([{ from: '0031-write-proofs', to: NEWEST }])
  })
})
