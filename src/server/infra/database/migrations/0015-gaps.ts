import { sql, type Kysely } from 'kysely'

/**
 * Adds the time of the installation, how far payments were asked about that no list contains any
 * more, since when a charge has had more refunded than is listed, and duplicate payments.
 */
export async function addGaps(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('installation').addColumn('created_at', 'bigint').execute()
  await sql`update installation set created_at = ${Date.now()}`.execute(db)
  await db.schema.alterTable('reconcile_marks').addColumn('asked_until', 'text').execute()
  await db.schema.alterTable('checkouts').addColumn('unlisted_since', 'bigint').execute()
  await db.schema
    .createTable('duplicate_payments')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('payment_ref', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('capture_id', 'text', (column) => column.notNull())
    .addColumn('left_cents', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('duplicate_payments_key', ['provider', 'payment_ref'])
    .execute()
}
