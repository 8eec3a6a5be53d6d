import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DamagedDatabaseError } from '#server/infra/database/storage-failures.ts'
import { BackupError } from './backup-error.ts'
import { explainDamage } from './database-part.ts'

const FOUND = new DamagedDatabaseError('row 1 missing from index')

const OF_THE_COPY = new BackupError(
  'The copy of the database that was made in /backups is damaged (row 1 missing from index), not the database: check that disk, or name another folder.',
)

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'database-part-'))
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const explain = (error: unknown, databaseUrl?: string) =>
  explainDamage(error, { dataDir, databaseUrl }, '/backups')

test('damage of the copy alone is told of the folder in which it was made', () => {
  const database = new DatabaseSync(join(dataDir, 'royale.db'))
  database.exec('create table donations (id text primary key) strict')
  database.close()
  expect(explain(FOUND)).toEqual(OF_THE_COPY)
})

test('damage of the database itself is told of it', () => {
  writeFileSync(join(dataDir, 'royale.db'), 'This is a diary, and no database.\n'.repeat(200))
  expect(explain(FOUND)).toMatchObject({
    message: expect.stringContaining(
      `The database royale.db in ${dataDir} is damaged or none (row 1 missing from index): restore`,
    ),
  })
})

test('with PostgreSQL no damage is told of an embedded database', () => {
  const failure = new Error('The write "copy" failed.', { cause: FOUND })
  expect(explain(failure, 'postgres://db/royale')).toEqual(OF_THE_COPY)
})

test('any other failure stays as it is', () => {
  const failure = new Error('The disk is full.')
  expect(explain(failure)).toBe(failure)
})
