import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBoardDatabase, changeBoard } from '#tests/helpers/databases/board.ts'
import type { TestDatabase } from '#tests/helpers/databases/database.ts'
import type { Reader } from '../database.ts'
import { writerEntry } from '#tests/helpers/databases/sqlite-template.ts'
import { openSqlite } from './sqlite.ts'
import { inTransaction } from './sqlite-transaction.ts'
import { StorageUnavailableError, WriterLostError } from '../storage-failures.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await openBoardDatabase()
})

afterEach(() => database.close())

const donate = (id: string) => database.write(changeBoard, [{ id, amountCents: 500 }])

async function countDonations(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from donations`.execute(
    database.reader,
  )
  return rows[0]?.count ?? 0
}

test('a long snapshot stays as it was, and keeps no other read, snapshot or write waiting', async () => {
  const end = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const count = async (snapshot: Reader) =>
    (await snapshot.selectFrom('donations').select('id').execute()).length
  const long = database.readSnapshot(async (snapshot) => {
    const before = await count(snapshot)
    begun.resolve()
    await end.promise
    return [before, await count(snapshot)]
  })
  await begun.promise
  await donate('a')
  expect(await countDonations()).toBe(1)
  expect(await database.readSnapshot(count)).toBe(1)
  end.resolve()
  expect(await long).toEqual([0, 0])
})

test('a closed database is one file, whether a snapshot was ever read or not', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-closed-'))
  try {
    const closed = await openSqlite({ dataDir, writerEntry: writerEntry('board-writer') })
    await closed.write(changeBoard, [{ id: 'a', amountCents: 500 }])
    await closed.close()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('royale.db'))).toEqual([
      'royale.db',
    ])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

describe('while another program holds the database', () => {
  let other: DatabaseSync

  beforeEach(() => {
    other = new DatabaseSync(join(database.dataDir, 'royale.db'))
    other.exec('begin immediate')
  })

  afterEach(() => other.close())

  test('a write waits, and is done when it lets go in time', async () => {
    const written = donate('a')
    await pause(300)
    other.exec('rollback')
    await written
    expect(await countDonations()).toBe(1)
  })

  test('all writes are refused after one wait, reads go on, and then all is well', async () => {
    const begun = performance.now()
    const written = Promise.allSettled(['a', 'b', 'c', 'd'].map(donate))
    expect(await countDonations()).toBe(0)
    for (const outcome of await written) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'busy' } })
    }
    // The first write waits alone, then the others together, up to 3 s each.
    expect(performance.now() - begun).toBeLessThan(8_000)
    other.exec('rollback')
    await donate('e')
    expect(await countDonations()).toBe(1)
  })

  test('a statement of a library is refused in the same way', async () => {
    const statement = sql`update board_head set version = 7`.execute(database.autocommit)
    await expect(statement).rejects.toBeInstanceOf(StorageUnavailableError)
  })
})

describe('a transaction', () => {
  let connection: DatabaseSync

  beforeEach(() => {
    connection = new DatabaseSync(':memory:')
    connection.exec('create table things (name text)')
  })

  afterEach(() => connection.close())

  /** Makes the statement fail as SQLite does when the disk does. */
  function failAt(statement: string, errcode: number): void {
    const exec = connection.exec.bind(connection)
    connection.exec = (text) => {
      if (text === statement) throw Object.assign(new Error('disk I/O error'), { errcode })
      exec(text)
    }
  }

  const mend = () => Reflect.deleteProperty(connection, 'exec')

  const insert = () =>
    inTransaction(connection, async () => connection.exec(`insert into things values ('a')`))

  const names = () => connection.prepare('select name from things').all()

  test('that cannot be committed leaves nothing, and the next one goes through', async () => {
    failAt('commit', 13)
    await expect(insert()).rejects.toMatchObject({ kind: 'full' })
    expect(names()).toEqual([])
    mend()
    await insert()
    expect(names()).toHaveLength(1)
  })

  test('whose commit broke off is not touched again, not even to roll it back', async () => {
    failAt('commit', 1_034)
    await expect(insert()).rejects.toBeInstanceOf(WriterLostError)
    expect(connection.isTransaction).toBe(true)
  })

  test('that cannot be rolled back is lost with its writer', async () => {
    failAt('rollback', 266)
    const work = async () => {
      throw new Error('a refused row')
    }
    await expect(inTransaction(connection, work)).rejects.toBeInstanceOf(WriterLostError)
  })
})
