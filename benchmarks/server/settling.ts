import { randomUUIDv7 } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { openDurable } from '#server/infra/database/sqlite/node-sqlite.ts'
import { openProductDatabase } from '../fixtures/product-database.ts'
import { quantile, type Figure } from '../figure.ts'
import { SETTLED_ROWS, type OpenCheckout } from '../fixtures/settled-rows.ts'
import { prepareLoad, secondsOf, withInFlight } from '../fixtures/settle-load.ts'

const IN_FLIGHT = 64

/** The measurements take turns: a disk that slows down slows all of them down. */
const TURNS = 10

/** How fast a turn went: donations or rows a second. */
interface Turn {
  settled: number
  called: number
  sameRows: number
  oneRow: number
}

/**
 * Measures settling through the product beside bare inserts of the same rows into the same tables.
 */
export async function measureSettling(donations = 30_000): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  try {
    const turns = await measureTurns(folder, donations)
    const median = (read: (turn: Turn) => number) => quantile(turns.map(read), 0.5)
    return [
      {
        name: 'donations settled, 64 in flight',
        value: median(({ settled }) => settled),
        unit: '/s',
      },
      {
        name: 'bare inserts of the same rows, 64 callers',
        value: median(({ called }) => called),
        unit: '/s',
      },
      {
        name: 'bare inserts of the same rows, a loop of groups of 64',
        value: median(({ sameRows }) => sameRows),
        unit: '/s',
      },
      {
        name: 'bare inserts of one row, a loop of groups of 64',
        value: median(({ oneRow }) => oneRow),
        unit: '/s',
      },
      {
        name: 'settled : bare inserts of the same rows, 64 callers',
        value: median(({ settled, called }) => settled / called),
        unit: 'ratio',
        limit: { atLeast: 0.45 },
      },
      {
        name: 'settled : the same, a loop',
        value: median(({ settled, sameRows }) => settled / sameRows),
        unit: 'ratio',
      },
      {
        name: 'settled : one row, a loop',
        value: median(({ settled, oneRow }) => settled / oneRow),
        unit: 'ratio',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureTurns(folder: string, donations: number): Promise<Turn[]> {
  const database = await openProductDatabase()
  const opened: DatabaseSync[] = []
  const open = (name: string) => {
    const connection = openDurable(join(folder, name))
    opened.push(connection)
    return connection
  }
  try {
    const { refs, settle } = await prepareLoad(database, createMemoryBus(), donations)
    for (const name of ['called.db', 'looped.db']) {
      copyDatabase(join(database.dataDir, 'royale.db'), join(folder, name))
    }
    const called = prepareSameRows(open('called.db'))
    const looped = prepareSameRows(open('looped.db'))
    const oneRow = prepareOneRow(open('one.db'))
    const count = Math.floor(donations / TURNS)
    const perSecond = async (work: () => Promise<void> | void) => count / (await secondsOf(work))
    const turns: Turn[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const from = turn * count
      const part = { from, to: from + count }
      turns.push({
        settled: await perSecond(() => withInFlight(IN_FLIGHT, refs.slice(from, part.to), settle)),
        called: await perSecond(() => insertForCallers(called, part)),
        sameRows: await perSecond(() => insertInALoop(looped, part)),
        oneRow: await perSecond(() => insertInALoop(oneRow, part)),
      })
    }
    return turns
  } finally {
    for (const connection of opened) connection.close()
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

/** Rows to insert into a database, by their index. */
interface Inserts {
  connection: DatabaseSync
  insertOne: (index: number) => void
}

/** The indices from one to before another. */
interface Part {
  from: number
  to: number
}

/** Inserts rows without waiting for any, as fast as the database accepts them. */
function insertInALoop({ connection, insertOne }: Inserts, { from, to }: Part): void {
  for (let start = from; start < to; start += IN_FLIGHT) {
    const end = Math.min(to, start + IN_FLIGHT)
    commitGroup(connection, () => {
      for (let index = start; index < end; index += 1) insertOne(index)
    })
  }
}

/**
 * Inserts rows for 64 callers, each of which waits until its row is durable before it sends the
 * next.
 */
async function insertForCallers(
  { connection, insertOne }: Inserts,
  { from, to }: Part,
): Promise<void> {
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
    Array.from({ length: to - from }, (_, index) => from + index),
    insert,
  )
}

function commitGroup(connection: DatabaseSync, work: () => void): void {
  connection.exec('begin immediate')
  work()
  connection.exec('commit')
}

function prepareOneRow(connection: DatabaseSync): Inserts {
  connection.exec('create table rows (id text primary key, name text, amount integer, at integer)')
  const insert = connection.prepare('insert into rows values (?, ?, ?, ?)')
  return { connection, insertOne: (index) => insert.run(randomUUIDv7(), 'Ada', 500, index) }
}

function prepareSameRows(connection: DatabaseSync): Inserts {
  const checkouts = connection.prepare('select id, donation_id, user_id from checkouts').all()
  const statements = SETTLED_ROWS.map(({ sql, values }) => ({
    statement: connection.prepare(sql),
    values,
  }))
  const insertOne = (index: number) => {
    const checkout = toCheckout(checkouts[index])
    const now = Date.now()
    for (const { statement, values } of statements)
      statement.run(...values(checkout, index + 1, now))
  }
  return { connection, insertOne }
}

function toCheckout(row: Record<string, unknown> = {}): OpenCheckout {
  const { id, donation_id, user_id } = row
  return { id: String(id), donation_id: String(donation_id), user_id: String(user_id) }
}
