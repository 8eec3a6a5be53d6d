import { SqliteAdapter, SqliteDialect } from 'kysely'

/**
 * SQLite with migrations in one transaction, so that one that fails or is cut off leaves the database
 * as it was. SQLite can do that; Kysely leaves it out by default, for migrations that switch pragmas.
 */
export class AtomicSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new AtomicAdapter()
  }
}

class AtomicAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
