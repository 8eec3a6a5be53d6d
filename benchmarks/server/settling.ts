import { randomUUIDv7 } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { openDurable } from '#server/infra/database/sqlite/node-sqlite.ts'
import { openProductDatabase } from '../fixtures/product-database.ts'
import type { Figure } from '../figure.ts'
import { prepareLoad, secondsOf, withInFlight } from '../fixtures/settle-load.ts'

const DONATIONS = 30_000
const IN_FLIGHT = 64

/**
 * Measures settling through the product beside bare inserts of the same rows into the same tables.
 */
export async function measureSettling(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  const copy = join(folder, 'copy.db')
  try {
    const settled = await settlePerSecond(copy)
    copyFileSync(copy, join(folder, 'called.db'))
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

async function settlePerSecond(copy: string): Promise<number> {
  const database = await openProductDatabase()
  try {
    const { refs, settle } = await prepareLoad(database, createMemoryBus(), DONATIONS)
    copyDatabase(join(database.dataDir, 'royale.db'), copy)
    return DONATIONS / (await secondsOf(() => withInFlight(IN_FLIGHT, refs, settle)))
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

async function insertPerSecond(
  file: string,
  prepare: (connection: DatabaseSync) => InsertOne,
  insertAll: (connection: DatabaseSync, insertOne: InsertOne) => Promise<void> | void,
): Promise<number> {
  const connection = openDurable(file)
  const insertOne = prepare(connection)
  const seconds = await secondsOf(() => insertAll(connection, insertOne))
  connection.close()
  return DONATIONS / seconds
}

/** Inserts rows without waiting for any, as fast as the database accepts them. */
function insertInALoop(connection: DatabaseSync, insertOne: InsertOne): void {
  for (let start = 0; start < DONATIONS; start += IN_FLIGHT) {
    const end = Math.min(DONATIONS, start + IN_FLIGHT)
    commitGroup(connection, () => {
      for (let index = start; index < end; index += 1) insertOne(index)
    })
  }
}

/**
 * Inserts rows for 64 callers, each of which waits until its row is durable before it sends the
 * next.
 */
async function insertForCallers(connection: DatabaseSync, insertOne: InsertOne): Promise<void> {
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
    Array.from({ length: DONATIONS }, (_, index) => index),
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
  const rows = connection.prepare('select id, donation_id, user_id from checkouts').all()
  const entry = connection.prepare(`insert into ledger_entries
    (provider, object_id, kind, checkout_id, donation_id, amount_cents, livemode, created_at)
    values ('stripe', ?, 'capture', ?, ?, 500, 0, ?)`)
  const donation = connection.prepare(`insert into donations
    (id, checkout_id, user_id, name, amount_cents, livemode, timestamp, sequence)
    values (?, ?, ?, 'Ada', 500, 0, ?, ?)`)
  const change = connection.prepare(`insert into board_changes
    (version, donation_id, name, timestamp, sequence, previous_amount_cents, amount_cents)
    values (?, ?, 'Ada', ?, ?, null, 500)`)
  const mail = connection.prepare(`insert into mails
    (message_key, kind, user_id, donation_id, amount_cents, livemode, created_at, attempts,
      next_attempt_at)
    values (?, 'donation', ?, ?, 500, 0, ?, 0, ?)`)
  const checkout = connection.prepare(
    `update checkouts set state = 'paid', reason = null, updated_at = ? where id = ?`,
  )
  return (index) => {
    const { id = null, donation_id = null, user_id = null } = rows[index] ?? {}
    const now = Date.now()
    entry.run(`ch_${String(id)}`, id, donation_id, now)
    donation.run(donation_id, id, user_id, now, index + 1)
    change.run(index + 1, donation_id, now, index + 1)
    mail.run(`donation-stripe-ch_${String(id)}`, user_id, donation_id, now, now)
    checkout.run(now, id)
  }
}
