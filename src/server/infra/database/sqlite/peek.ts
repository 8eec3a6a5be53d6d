import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
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

function peek(file: string, read: (connection: DatabaseSync) => string[]): string[] {
  if (!existsSync(file) || statSync(file).size === 0) return []
  try {
    const connection = new DatabaseSync(addressOf(file), { readOnly: true })
    try {
      return read(connection)
    } finally {
      connection.close()
    }
  } catch (error) {
    throw toSqliteFailure(error)
  }
}

/** Without a write-ahead log the file is whole, and is read without making files beside it. */
function addressOf(file: string): URL {
  const address = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1')
  return address
}

function hasTable(connection: DatabaseSync, name: string): boolean {
  const found = connection.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
  return found.get(name) !== undefined
}
