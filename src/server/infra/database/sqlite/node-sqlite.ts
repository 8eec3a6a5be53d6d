import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { toSqliteFailure } from './sqlite-failures.ts'

/**
 * The longest wait of a write for another program's, ms. A write that comes meanwhile waits for
 * this one and then for its own turn; both together must end before a person or a provider gives
 * up.
 */
const BUSY_TIMEOUT_MS = 3_000

/** Opens a file so that a commit survives a power cut once it has returned. */
export function openDurable(file: string): DatabaseSync {
  return translateErrors(() => {
    const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    setUp(connection)
    return connection
  })
}

function setUp(connection: DatabaseSync): void {
  connection.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma secure_delete = on;
    pragma wal_autocheckpoint = 4000;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -16000;
  `)
}

function translateErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toSqliteFailure(error)
  }
}

/** Wraps `node:sqlite` for Kysely's SQLite dialect, with each statement prepared once. */
export function toKyselyDatabase(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known !== undefined) return known
      const statement = translateErrors(() => toKyselyStatement(connection.prepare(sql)))
      if (statements.size >= STATEMENTS_KEPT) forgetOldest(statements)
      statements.set(sql, statement)
      return statement
    },
  }
}

// Grouped inserts have one text for each group size, so the number of texts must be bounded.
const STATEMENTS_KEPT = 500

function forgetOldest(statements: Map<string, SqliteStatement>): void {
  const [oldest] = statements.keys()
  if (oldest !== undefined) statements.delete(oldest)
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  // Kysely compiles values to bindings without a type; SQLite refuses the ones it cannot bind.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translateErrors(() => statement.all(...values(parameters))),
    run: (parameters) => translateErrors(() => statement.run(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}
