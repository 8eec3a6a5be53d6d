import type { Kysely } from 'kysely'

/** Adds the limits on spending and the pauses that donors set for themselves. */
export async function addSpendingLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('spending_limits')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('day_cents', 'bigint')
    .addColumn('later_day_cents', 'bigint')
    .addColumn('later_day_from', 'bigint')
    .addColumn('week_cents', 'bigint')
    .addColumn('later_week_cents', 'bigint')
    .addColumn('later_week_from', 'bigint')
    .addColumn('paused_until', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
}
