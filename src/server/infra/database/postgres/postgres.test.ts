import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeBoard } from '#tests/helpers/databases/board.ts'
import { startPostgres, type TestPostgres } from '#tests/helpers/databases/postgres.ts'
import type { Database } from '../database.ts'
import { openPostgres } from './postgres.ts'
import { toPostgresFailure } from './postgres-failures.ts'
import { openPool } from './postgres-pool.ts'
import { StorageUnavailableError } from '../storage-failures.ts'

describe('statements that come again', () => {
  let postgres: TestPostgres
  let url: string
  let db: Kysely<{ things: { id: string; size: number } }>

  beforeAll(async () => {
    postgres = await startPostgres()
    url = await postgres.createDatabase('named')
  })

  afterAll(() => postgres.stop())

  beforeEach(async () => {
    const pool = openPool(url, { answerTimeoutMs: 60_000 })
    db = new Kysely({ dialect: new PostgresDialect({ pool }) })
    await sql`drop table if exists things`.execute(db)
    await sql`create table things (id text primary key, size integer not null)`.execute(db)
  })

  afterEach(() => db.destroy())

  const find = (reader: Kysely<{ things: { id: string; size: number } }>, id: string) =>
    reader.selectFrom('things').selectAll().where('id', '=', id).execute()

  const countPlanned = async (reader: Kysely<{ things: { id: string; size: number } }>) => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%things%'`.execute(reader)
    return rows.length
  }

  test('are planned once in each connection, but not what comes seldom', async () => {
    await db.connection().execute(async (connection) => {
      await find(connection, 'a')
      await find(connection, 'b')
      expect(await countPlanned(connection)).toBe(0)
      for (const id of ['c', 'd', 'e']) expect(await find(connection, id)).toEqual([])
      expect(await countPlanned(connection)).toBe(1)
    })
  })

  test('are planned anew when another node has changed the table', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await find(db, id)
    await sql`insert into things values ('a', 1)`.execute(db)
    await sql`alter table things add column colour text`.execute(db)
    expect(await find(db, 'a')).toEqual([{ id: 'a', size: 1, colour: null }])
  })

  test('make a transaction fail as contended then, so that it is made once more', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await find(db, id)
    await sql`alter table things add column colour text`.execute(db)
    const work = () => db.transaction().execute((transaction) => find(transaction, 'a'))
    await expect(work()).rejects.toMatchObject({ kind: 'contended' })
    expect(await work()).toEqual([])
  })
})

describe('a PostgreSQL server that goes away under us', () => {
  let postgres: TestPostgres
  let database: Database

  beforeAll(async () => {
    postgres = await startPostgres()
    database = await openPostgres(await postgres.createDatabase('royale'))
  })

  afterAll(async () => {
    await database.close()
    await postgres.stop()
  })

  const donate = (id: string) => database.write(changeBoard, [{ id, amountCents: 500 }])

  async function findIds(): Promise<string[]> {
    const rows = await database.reader.selectFrom('donations').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  beforeEach(() => sql`truncate donations, board_changes`.execute(database.autocommit))

  test('refuses reads and writes while it is away, and serves both when it is back', async () => {
    await donate('before')
    await postgres.pause()
    for (const outcome of await Promise.allSettled([donate('away'), findIds()])) {
      expect(outcome).toHaveProperty('reason', expect.any(StorageUnavailableError))
      expect(outcome).toHaveProperty(
        'reason.message',
        'The server cannot reach its database right now. Please try again in a moment.',
      )
    }
    await postgres.resume()
    await donate('again')
    expect(await findIds()).toEqual(['again', 'before'])
  })

  test('loses nothing that was acknowledged under load, and does nothing twice', async () => {
    const acknowledged: string[] = []
    let isOver = false
    const work = async (worker: number) => {
      for (let count = 0; !isOver; count += 1) {
        const id = `${worker}-${count}`
        try {
          await donate(id)
          acknowledged.push(id)
        } catch (error) {
          if (!(error instanceof StorageUnavailableError)) throw error
          await pause(10)
        }
      }
    }
    const workers = Promise.all([1, 2, 3, 4].map(work))
    await pause(150)
    await postgres.pause()
    await postgres.resume()
    const atRestart = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(atRestart)
    isOver = true
    await workers
    expect(await findIds()).toEqual(expect.arrayContaining(acknowledged))
    const versions = await database.reader.selectFrom('board_changes').select('version').execute()
    expect(versions).toHaveLength((await findIds()).length)
  })

  test('ends nobody but the one whose connection it cuts', async () => {
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.reader)
    await expect(cut).rejects.toMatchObject({ kind: 'unreachable' })
    await donate('after')
    expect(await findIds()).toEqual(['after'])
  })

  test('a node that stands still in a transaction does not stop the others', async () => {
    const holds = Promise.withResolvers<void>()
    const stuck = Promise.withResolvers<void>()
    const frozen = database.reader.transaction().execute(async (transaction) => {
      await sql`select * from board_head for update`.execute(transaction)
      holds.resolve()
      await stuck.promise
      await sql`select 1`.execute(transaction)
    })
    await holds.promise
    await donate('of another node')
    stuck.resolve()
    await expect(frozen).rejects.toMatchObject({ kind: 'unreachable' })
    expect(await findIds()).toEqual(['of another node'])
  })

  test('a server that stays silent is given up, and its connection with it', async () => {
    const pool = openPool(postgres.url, { answerTimeoutMs: 200 })
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    /** Returns the connection's process; a slow machine may take longer than the pool waits. */
    const findProcess = async () => {
      let pid: number | undefined
      const ask = async () => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
        pid = rows[0]?.pid
      }
      await expect.poll(ask).toBeUndefined()
      return pid
    }
    const before = await findProcess()
    await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toMatchObject({
      kind: 'unreachable',
    })
    expect(await findProcess()).not.toBe(before)
    await db.destroy()
  })
})

describe('what PostgreSQL says', () => {
  const errorOf = (code: string) => Object.assign(new Error('some words'), { code })

  test.each([
    ['57P01', 'unreachable'],
    ['57P03', 'unreachable'],
    ['08006', 'unreachable'],
    ['28P01', 'unreachable'],
    ['3D000', 'unreachable'],
    ['ECONNREFUSED', 'unreachable'],
    ['53100', 'full'],
    ['25006', 'read_only'],
    ['25P03', 'unreachable'],
    ['40P01', 'contended'],
    ['58030', 'input_output'],
  ])('%s may pass by itself', (code, kind) => {
    expect(toPostgresFailure(errorOf(code))).toMatchObject({ code: 'unavailable', kind })
  })

  test('a host with several addresses is away when each of them is', () => {
    const error = new AggregateError(
      [errorOf('ECONNREFUSED'), errorOf('ECONNREFUSED')],
      'all of them',
    )
    expect(toPostgresFailure(error)).toMatchObject({ kind: 'unreachable' })
  })

  test('a refused row, and what is no error of PostgreSQL’s, stay as they are', () => {
    for (const error of [errorOf('23505'), new Error('ours'), 'a word']) {
      expect(toPostgresFailure(error)).toBe(error)
    }
  })
})
