import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { Schema } from '../schema/schema.ts'
import { lockDataDir } from '../sqlite/data-dir-lock.ts'
import { openDurable, toKyselyDatabase } from '../sqlite/node-sqlite.ts'
import { inTransaction } from '../sqlite/sqlite-transaction.ts'
import { quote, type CopySide, type CopyText, type TableShape } from './copy-side.ts'
import { lineQuery, parseRows } from './copy-text.ts'

const LINES_AT_ONCE = 1_000

/** Opens the embedded database of a data folder that no server uses, for a copy. */
export function openSqliteSide(dataDir: string, role: 'source' | 'target'): CopySide {
  const lock = lockDataDir(dataDir)
  const file = join(dataDir, 'royale.db')
  const connection = openDurable(file)
  if (role === 'source') {
    // A transaction has its moment from the first read on.
    connection.exec('pragma query_only = on; begin; select count(*) from sqlite_schema')
  } else {
    // Tables come in any order; the whole file is made durable in the end.
    connection.exec('pragma foreign_keys = off; pragma synchronous = off')
  }
  const all = (text: string) => connection.prepare(text).all()
  return {
    reader: new Kysely<Schema>({
      dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }),
    }),
    listColumns: async () => listColumns(connection),
    query: async (text) => all(text),
    read: (shape) => readLines(connection, shape),
    fill: (shape, rows, finish) => fill(connection, shape, { rows, finish }),
    readPosition: async ({ name }) =>
      Number(
        connection.prepare('select seq from sqlite_sequence where name = ?').get(name)?.['seq'] ??
          0,
      ),
    setPosition: async ({ name }, last) => {
      connection.prepare('delete from sqlite_sequence where name = ?').run(name)
      connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last)
    },
    settle: async () => settle(connection, file),
    close: async () => {
      connection.close()
      lock.release()
    },
  }
}

function listColumns(connection: DatabaseSync): Map<string, string[]> {
  const tables = connection
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'`,
    )
    .all()
    .map(({ name }) => String(name))
  const columns = connection.prepare('select name from pragma_table_info(?)')
  return new Map(tables.map((table) => [table, columns.all(table).map(({ name }) => String(name))]))
}

function* readLines(connection: DatabaseSync, shape: TableShape): Generator<Buffer> {
  const statement = connection.prepare(lineQuery(shape))
  statement.setReturnArrays(true)
  let lines: string[] = []
  for (const row of statement.iterate()) {
    const [line] = Object.values(row)
    lines.push(`${String(line)}\n`)
    if (lines.length < LINES_AT_ONCE) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}

async function fill(
  connection: DatabaseSync,
  shape: TableShape,
  { rows, finish }: { rows: CopyText; finish: () => string },
): Promise<void> {
  const names = shape.columns.map(({ name }) => quote(name)).join(', ')
  const places = shape.columns.map(() => '?').join(', ')
  await inTransaction(connection, async () => {
    // A migration's first rows; tables that refuse deletion have none.
    connection.exec(`delete from ${quote(shape.name)}`)
    const insert = connection.prepare(
      `insert into ${quote(shape.name)} (${names}) values (${places})`,
    )
    for await (const values of parseRows(rows, shape)) insert.run(...values)
    connection.exec(finish())
  })
}

function settle(connection: DatabaseSync, file: string): void {
  connection.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)')
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
