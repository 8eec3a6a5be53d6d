import { randomUUIDv7 } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { openDurable } from '#server/infra/database/sqlite/node-sqlite.ts'
import { openProductDatabase } from '../fixtures/product-database.ts'
import type { Figure } from '../figure.ts'
import { SETTLED_ROWS, type OpenCheckout } from '../fixtures/settled-rows.ts'
import { prepareLoad, secondsOf, withInFlight } from '../fixtures/settle-load.ts'

const IN_FLIGHT = 64

/**
 * Measures settling through the product beside bare inserts of the same rows into the same tables.
 */
export async function measureSettling(donations = 30_000): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  const copy = join(folder, 'copy.db')
  try {
    const settled = await settlePerSecond(copy, donations)
    copyFileSync(copy, join(folder, 'called.db'))
    const insertPerSecond = perSecondOf(donations)
    const called = await insertPerSecond(
      join(folder, 'called.db'),
      prepareSameRows,
      insertForCallers,
    )
    const sameRows = await insertPerSecond(copy, prepareSameRows, insertInALoop)
    const oneRow = await insertPerSecond(join(folder, 'one.db'), prepareOneRow, insertInALoop)
    return [
      { name: 'donations settled, 64 in flight', value: settled, unit: '/s' },
      { name: 'bare inserts of the same rows, 64 callers', value: called, unit: '/s' },
      {
        name: 'bare inserts of the same rows, a loop of groups of 64',
        value: sameRows,
        unit: '/s',
      },
      { name: 'bare inserts of one row, a loop of groups of 64', value: oneRow, unit: '/s' },
      {
        name: 'settled : bare inserts of the same rows, 64 callers',
        value: settled / called,
        unit: 'ratio',
        limit: { atLeast: 0.5 },
      },
      { name: 'settled : the same, a loop', value: settled / sameRows, unit: 'ratio' },
      { name: 'settled : one row, a loop', value: settled / oneRow, unit: 'ratio' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function settlePerSecond(copy: string, donations: number): Promise<number> {
  const database = await openProductDatabase()
  try {
    const { refs, settle } = await prepareLoad(database, createMemoryBus(), donations)
    copyDatabase(join(database.dataDir, 'royale.db'), copy)
    return donations / (await secondsOf(() => withInFlight(IN_FLIGHT, refs, settle)))
  } finally {
    await database.close()
  }
}

/** Copies the state before settling, on which the bare inserts start. */
function copyDatabase(from: string, to: string): void {
  const source = openDurable(from)
  source.exec('pragma wal_checkpoint(truncate)')
  source.close()
  copyFileSync(from, to)
}

type InsertOne = (index: number) => void

/** Rows to insert, by their index. */
interface Inserts {
  connection: DatabaseSync
  count: number
  insertOne: InsertOne
}

function perSecondOf(count: number) {
  return async (
    file: string,
    prepare: (connection: DatabaseSync) => InsertOne,
    insertAll: (inserts: Inserts) => Promise<void> | void,
  ): Promise<number> => {
    const connection = openDurable(file)
    const insertOne = prepare(connection)
    const seconds = await secondsOf(() => insertAll({ connection, count, insertOne }))
    connection.close()
    return count / seconds
  }
}

/** Inserts rows without waiting for any, as fast as the database accepts them. */
function insertInALoop({ connection, count, insertOne }: Inserts): void {
  for (let start = 0; start < count; start += IN_FLIGHT) {
    const end = Math.min(count, start + IN_FLIGHT)
    commitGroup(connection, () => {
      for (let index = start; index < end; index += 1) insertOne(index)
    })
  }
}

/**
 * Inserts rows for 64 callers, each of which waits until its row is durable before it sends the
 * next.
 */
async function insertForCallers({ connection, count, insertOne }: Inserts): Promise<void> {
  let waiting: { index: number; resolve: () => void }[] = []
  const drain = () => {
    const group = waiting
    waiting = []
    commitGroup(connection, () => {
      for (const { index } of group) insertOne(index)
    })
    for (const { resolve } of group) resolve()
  }
  const insert = (index: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ index, resolve })
      if (waiting.length === 1) setImmediate(drain)
    })
  await withInFlight(
    IN_FLIGHT,
    Array.from({ length: count }, (_, index) => index),
    insert,
  )
}

function commitGroup(connection: DatabaseSync, work: () => void): void {
  connection.exec('begin immediate')
  work()
  connection.exec('commit')
}

function prepareOneRow(connection: DatabaseSync): InsertOne {
  connection.exec('create table rows (id text primary key, name text, amount integer, at integer)')
  const insert = connection.prepare('insert into rows values (?, ?, ?, ?)')
  return (index) => insert.run(randomUUIDv7(), 'Ada', 500, index)
}

function prepareSameRows(connection: DatabaseSync): InsertOne {
  const checkouts = connection.prepare('select id, donation_id, user_id from checkouts').all()
  const statements = SETTLED_ROWS.map(({ sql, values }) => ({
    statement: connection.prepare(sql),
    values,
  }))
  return (index) => {
    const checkout = toCheckout(checkouts[index])
    const now = Date.now()
    for (const { statement, values } of statements)
      statement.run(...values(checkout, index + 1, now))
  }
}

function toCheckout(row: Record<string, unknown> = {}): OpenCheckout {
  const { id, donation_id, user_id } = row
  return { id: String(id), donation_id: String(donation_id), user_id: String(user_id) }
}
