import { sql, type Kysely } from 'kysely'

/**
 * Adds the concerns, which need a person, and the amount that a host accepted in place of the
 * agreed one.
 */
export async function addConcerns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('concerns')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('provider', 'text')
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('resolution', 'text')
    .addColumn('resolved_by', 'text')
    .addColumn('reason', 'text')
    .addColumn('is_dismissed', 'integer', (column) => column.notNull())
    .addColumn('is_told', 'integer', (column) => column.notNull())
    .addColumn('told_until', 'bigint', (column) => column.notNull())
    .execute()
  await sql`create index concerns_open on concerns (opened_at) where ended_at is null`.execute(db)
  await db.schema.createIndex('concerns_ended').on('concerns').column('ended_at').execute()
  await sql`create index checkouts_in_review on checkouts (id) where state = 'review'`.execute(db)
  await db.schema.alterTable('checkouts').addColumn('accepted_cents', 'bigint').execute()
}
