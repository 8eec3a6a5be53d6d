import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely'
import { SteadyCompiler } from './sqlite/steady-dialect.ts'
import { rawStatement } from './write-batch.ts'
import type { WriteThread } from './sqlite/write-thread.ts'

/**
 * Kysely's SQLite dialect for libraries: SELECT runs here, every other statement in the writer
 * thread.
 */
export class ThreadedSqliteDialect implements Dialect {
  readonly #connection: DatabaseConnection

  constructor(local: SqliteDatabase, write: WriteThread['write']) {
    this.#connection = {
      executeQuery: async <Row>(query: CompiledQuery) =>
        (isSelect(query)
          ? { rows: local.prepare(query.sql).all(query.parameters) }
          : await write(rawStatement, {
              sql: query.sql,
              parameters: query.parameters,
            })) as QueryResult<Row>,
      streamQuery: () => {
        throw new Error('Statements of libraries are not streamed.')
      },
    }
  }

  createDriver(): Driver {
    return new ThreadedSqliteDriver(this.#connection)
  }

  createQueryCompiler(): QueryCompiler {
    return new SteadyCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter()
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- Kysely's own signature
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

function isSelect({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query)
}

class ThreadedSqliteDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Statements of libraries run outside transactions.')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
