import { Kysely } from 'kysely'
import type { Reader } from '../database.ts'
import { postgresDialect } from '../dialects.ts'
import { findUpgrade, migrate, readApplied, requireKnown, type Upgrade } from '../migrate.ts'
import type { Schema } from '../schema/schema.ts'
import { openPool } from './postgres-pool.ts'
import { SharedDialect } from './shared-dialect.ts'

const ANSWER_TIMEOUT_MS = 15_000

/**
 * Calls `work` with the upgrade that a database on PostgreSQL needs, if any, and a handle to read it.
 * Changes nothing in it, also while servers of another version use it. Throws a NewerDatabaseError.
 */
export async function beforeUpgradeOf<Result>(
  url: string,
  work: (upgrade: Upgrade | undefined, reader: Reader) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(url, { answerTimeoutMs: ANSWER_TIMEOUT_MS })
  const reader = new Kysely<Schema>({ dialect: new SharedDialect({ pool }) })
  try {
    const applied = await readApplied(reader)
    requireKnown(applied)
    return await work(findUpgrade(applied), reader)
  } finally {
    await reader.destroy()
  }
}

/**
 * Calls `work` with a database on PostgreSQL as its first start would leave it, and undoes that. Throws
 * what would stop the start, such as a table of other software. Returns false if it is not new.
 */
export async function tryFirstStart(
  reader: Reader,
  work: (migrated: Reader) => Promise<void>,
): Promise<boolean> {
  if ((await readApplied(reader)).length > 0) return false
  const transaction = await reader.startTransaction().execute()
  try {
    await migrate(transaction, postgresDialect)
    await work(transaction)
  } finally {
    await transaction.rollback().execute()
  }
  return true
}
