import { Kysely, PostgresDialect } from 'kysely'
import type { Reader } from '../database.ts'
import { findUpgrade, readApplied, requireKnown, type Upgrade } from '../migrate.ts'
import type { Schema } from '../schema/schema.ts'
import { openPool } from './postgres-pool.ts'

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
  const reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    const applied = await readApplied(reader)
    requireKnown(applied)
    return await work(findUpgrade(applied), reader)
  } finally {
    await reader.destroy()
  }
}
