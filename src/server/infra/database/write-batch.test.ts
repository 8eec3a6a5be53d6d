import { Kysely, SqliteDialect, sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeEach, type Write, type Writer } from './database.ts'
import { toKyselyDatabase } from './sqlite/node-sqlite.ts'
import { inTransaction } from './sqlite/sqlite-transaction.ts'
import {
  StorageUnavailableError,
  WriterLostError,
  type StorageErrorKind,
} from './storage-failures.ts'
import { commitBatch, type AnyWrite, type WriteResult } from './write-batch.ts'

let connection: DatabaseSync
let writer: Writer

beforeEach(() => {
  connection = new DatabaseSync(':memory:')
  connection.exec('create table things (name text unique)')
  writer = new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }) })
})

afterEach(() => connection.close())

const insert = writeEach('things.insert', async (target, name: string) => {
  await sql`insert into things values (${name})`.execute(target)
  return name
})

/**
 * Inserts the names as one group; the transactions fail with the given errors, one after the other.
 */
async function commit(names: string[], ...failures: (Error | undefined)[]): Promise<WriteResult[]> {
  return commitBatch(
    names.map((input) => ({ write: insert.name, input })),
    () => insert,
    (work) =>
      inTransaction(connection, async () => {
        const result = await work(writer)
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        return result
      }),
  )
}

const record = (name: string, calls: string[][]): Write<string, string> => ({
  name,
  apply: async (_writer, inputs) => {
    calls.push([...inputs])
    return inputs.map((input) => `${name} ${input}`)
  },
})

test('units of one write share a call, whatever stands between them', async () => {
  const calls: string[][] = []
  const units = ['b 1', 'a 2', 'b 3', 'a 4'].map((unit) => ({
    write: unit.slice(0, 1),
    input: unit.slice(2),
  }))
  const results = await commitBatch(
    units,
    (name) => record(name, calls),
    (work) => inTransaction(connection, () => work(writer)),
  )
  expect(calls).toEqual([
    ['2', '4'],
    ['1', '3'],
  ])
  expect(results.map((result) => result.ok && result.output)).toEqual(['b 1', 'a 2', 'b 3', 'a 4'])
})

test('units of several writes fail alone', async () => {
  const units = [
    { write: 'things.insert', input: 'a' },
    { write: 'things.record', input: 'x' },
    { write: 'things.insert', input: 'a' },
  ]
  const findWrite = (name: string): AnyWrite => (name === insert.name ? insert : record(name, []))
  const results = await commitBatch(units, findWrite, (work) =>
    inTransaction(connection, () => work(writer)),
  )
  expect(successes(results)).toEqual([true, true, false])
  expect(storedNames()).toEqual(['a'])
})

const unavailable = (kind: StorageErrorKind) =>
  new StorageUnavailableError(kind, { cause: new Error('some words') })

const storedNames = () =>
  connection
    .prepare('select name from things order by name')
    .all()
    .map(({ name }) => name)

const successes = (results: WriteResult[]) => results.map(({ ok }) => ok)

test('a unit that is refused takes no other down', async () => {
  await commit(['b'])
  expect(successes(await commit(['a', 'b', 'c']))).toEqual([true, false, true])
  expect(storedNames()).toEqual(['a', 'b', 'c'])
})

test('while nothing can be stored all fail at once, and nothing is tried again', async () => {
  const results = await commit(['a', 'b'], unavailable('full'))
  expect(successes(results)).toEqual([false, false])
  expect(results[0]).toMatchObject({ error: { kind: 'full' } })
  expect(storedNames()).toEqual([])
})

test('a disk that fails while units are done one by one fails them all', async () => {
  expect(successes(await commit(['a', 'b'], new Error('refused'), unavailable('busy')))).toEqual([
    false,
    false,
  ])
  expect(storedNames()).toEqual([])
})

test.each([[['a']], [['a', 'b']]])(
  'what stood in the way of another node (%j) is done again',
  async (names) => {
    const results = await commit(names, unavailable('contended'))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(storedNames()).toEqual(names)
  },
)

test('a lost writer is nobody’s answer', async () => {
  const lost = new WriterLostError('The disk has failed at a commit.')
  await expect(commit(['a', 'b'], lost)).rejects.toBe(lost)
})
