import { PostgresAdapter, PostgresDialect } from 'kysely'

/**
 * PostgreSQL without the lock that Kysely's migrator takes of a session: a pooler lends each
 * transaction another one, which keeps it for ever. Whoever migrates holds a lock of its transaction.
 */
export class SharedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new SharedAdapter()
  }
}

class SharedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}
