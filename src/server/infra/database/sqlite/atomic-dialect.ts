import {
  SqliteAdapter,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDialectConfig,
} from 'kysely'
import { SteadySqliteDialect } from './steady-dialect.ts'

/**
 * SQLite with migrations in one transaction, so that one that fails or is cut off leaves the database
 * as it was. SQLite can do that; Kysely leaves it out by default, for migrations that switch pragmas.
 */
export class AtomicSqliteDialect extends SteadySqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createAdapter(): SqliteAdapter {
    return new AtomicAdapter()
  }

  override createDriver(): SqliteDriver {
    return new FrankDriver(this.#config)
  }
}

class AtomicAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Lets a failure through that has rolled the transaction back already, as a full disk does. */
class FrankDriver extends SqliteDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      const isDone = error instanceof Error && error.message.includes('no transaction is active')
      if (!isDone) throw error
    }
  }
}
