import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { openPostgres } from '#server/infra/database/postgres/postgres.ts'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { createPostgresDatabase } from '#tests/helpers/databases/postgres.ts'
import { refuseEmptySqlite, refuseUnusedPostgres, writeMarker } from './lost-database.ts'

let folder: string
let before: string

beforeEach(() => {
  before = process.cwd()
  folder = mkdtempSync(join(tmpdir(), 'royale-lost-'))
  process.chdir(folder)
})

afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

const settings = (dataDir: string, payments: 'sandbox' | 'live' = 'sandbox') => ({
  dataDir,
  payments,
  databaseUrl: undefined,
})

function mark(dataDir: string, marker: object): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'installation.json'), JSON.stringify(marker))
}

test('a first start, an erased folder and an interrupted first start are no mistakes', () => {
  expect(() => refuseEmptySqlite(settings('new'))).not.toThrow()
  mkdirSync('erased')
  expect(() => refuseEmptySqlite(settings('erased'))).not.toThrow()
  mkdirSync('interrupted')
  for (const name of ['royale.db', 'lock.db', 'secrets.json']) {
    writeFileSync(join('interrupted', name), '')
  }
  expect(() => refuseEmptySqlite(settings('interrupted'))).not.toThrow()
})

test('a damaged file is left to those who open it', () => {
  mkdirSync('damaged')
  writeFileSync('damaged/royale.db', 'This is a diary, and no database.\n'.repeat(200))
  expect(() => refuseEmptySqlite(settings('damaged'))).not.toThrow()
})

test('a folder whose database has gone is refused, one that has it is not', async () => {
  const database = await openTestSqlite()
  try {
    const { dataDir } = database
    await writeMarker(settings(dataDir), database)
    expect(() => refuseEmptySqlite(settings(dataDir))).not.toThrow()
    copyFileSync(join(dataDir, 'installation.json'), 'installation.json')
  } finally {
    await database.close()
  }
  expect(() => refuseEmptySqlite(settings('.'))).toThrow(
    /^The database of this installation \(royale\.db in .*\) is missing or empty: .*--new-database\.$/,
  )
})

test('a new folder beside the usual one with live payments is refused, in live mode alone', () => {
  mark('data', { id: 'an-installation', database: 'sqlite', payments: 'live' })
  expect(() => refuseEmptySqlite(settings('other', 'live'))).toThrow(
    /^DATA_DIR names the new folder .*other, while .*data has the database of live payments: /,
  )
  expect(() => refuseEmptySqlite(settings('other'))).not.toThrow()
})

test('an unused PostgreSQL beside a used royale.db is refused, and later one without it', async () => {
  const url = await createPostgresDatabase(inject('postgresUrl'), 'lost_database')
  const postgres = await openPostgres(url)
  const sqlite = await openTestSqlite()
  const { dataDir } = sqlite
  try {
    const check = () => refuseUnusedPostgres(settings(dataDir), postgres)
    await check()
    await sqlite.write(insertCheckouts, buildCheckout())
    await expect(check()).rejects.toThrow(
      /^DATABASE_URL names an empty database, while royale\.db in .* has donations: .*--new-database\.$/,
    )
    await postgres.write(insertCheckouts, buildCheckout())
    await check()
    await writeMarker(settings('.'), postgres)
    expect(() => refuseEmptySqlite(settings('.'))).toThrow(
      /^This installation has its database in PostgreSQL, and DATABASE_URL is not set: set it\./,
    )
  } finally {
    await sqlite.close()
    await postgres.close()
  }
})
