import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { FIRST_MIGRATION } from '../migrate.ts'
import { DamagedDatabaseError } from '../storage-failures.ts'
import { toSqliteFailure } from './sqlite-failures.ts'

/**
 * Returns the names of the migrations that a database file has had; none if it is missing or new.
 * Changes nothing in it, also while a server of another version uses it.
 */
export function readAppliedIn(file: string): string[] {
  return peek(file, (connection) => {
    if (!hasTable(connection, 'kysely_migration')) return []
    const rows = connection.prepare('select name from kysely_migration order by name').all()
    return rows.map(({ name }) => String(name))
  })
}

/** Returns the id of the installation that a database file is of; undefined if it has none. */
export function readInstallationIn(file: string): string | undefined {
  const [id] = peek(file, (connection) =>
    hasTable(connection, 'installation')
      ? connection
          .prepare('select id from installation')
          .all()
          .map((row) => String(row['id']))
      : [],
  )
  return id
}

/**
 * Returns whether a database file is of other software: it has tables, and not those of our first
 * migration. One whose first start was cut off has none but those of the migrator.
 */
export function isForeignIn(file: string): boolean {
  if (readAppliedIn(file).includes(FIRST_MIGRATION)) return false
  return peek(file, (connection) => connection.prepare(FIRST_TABLE).all()).length > 0
}

const FIRST_TABLE = `select 1 from sqlite_schema where type = 'table' and name not glob 'sqlite_*'
  and name not glob 'kysely_*' limit 1`

/** Returns whether a database file has a table. */
export function hasTableIn(file: string, name: string): boolean {
  return peek(file, (connection) => [hasTable(connection, name)]).includes(true)
}

/** Returns whether a database file is damaged, which reads all of it. */
export function isDamagedIn(file: string): boolean {
  try {
    const found = peek(file, (connection) => [
      connection.prepare('pragma integrity_check(1)').get()?.['integrity_check'],
    ])
    return found.some((result) => result !== 'ok')
  } catch (error) {
    if (error instanceof DamagedDatabaseError) return true
    throw error
  }
}

/**
 * Returns the newest row id of each table of a database file, which is read at once however large it
 * is. Any use of the installation adds rows; what migrates a database keeps its own in other tables.
 */
export function readNewestRowsIn(file: string): Record<string, number> {
  const entries = peek(file, (connection) =>
    connection
      .prepare(ROWID_TABLES)
      .all()
      .map(({ name }): [string, number] => {
        const table = String(name).replaceAll('"', '""')
        const found = connection.prepare(`select max(rowid) as newest from "${table}"`).get()
        return [String(name), Number(found?.['newest'] ?? 0)]
      }),
  )
  return Object.fromEntries(entries)
}

const ROWID_TABLES = `select name from pragma_table_list where schema = 'main' and type = 'table'
  and not wr and name not glob 'sqlite_*' and name not glob 'kysely_*' order by name`

function peek<Row>(file: string, read: (connection: DatabaseSync) => Row[]): Row[] {
  if (!existsSync(file) || statSync(file).size === 0) return []
  try {
    const connection = openReadOnly(file)
    try {
      return read(connection)
    } finally {
      connection.close()
    }
  } catch (error) {
    throw toSqliteFailure(error)
  }
}

/** Opens a database file to read it; one without a write-ahead log gets no files beside it. */
export function openReadOnly(file: string): DatabaseSync {
  const address = pathToFileURL(file)
  // It is whole then.
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

function hasTable(connection: DatabaseSync, name: string): boolean {
  const found = connection.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
  return found.get(name) !== undefined
}
