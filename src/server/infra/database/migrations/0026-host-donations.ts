import { sql, type Kysely } from 'kysely'

/** Adds the host's notes and refunds, and the indexes of the host's list of donations. */
export async function addHostDonations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('donation_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('donation_id', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('donation_notes_by_donation')
    .on('donation_notes')
    .columns(['donation_id', 'created_at'])
    .execute()
  await createRefunds(db)
  await db.schema
    .createIndex('donations_by_account')
    .on('donations')
    .columns(['user_id', 'sequence'])
    .execute()
  await sql`create index checkouts_unpaid on checkouts (livemode, state, created_at, id)
    where state <> 'paid'`.execute(db)
}

async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('host_refunds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('donation_id', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('request_key', 'text', (column) => column.notNull())
    .addColumn('asked_cents', 'bigint')
    .addColumn('amount_cents', 'bigint', (column) => column.notNull().check(sql`amount_cents > 0`))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .addColumn('message', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('is_failed', 'integer', (column) => column.notNull())
    .addUniqueConstraint('host_refunds_request', ['donation_id', 'request_key'])
    .execute()
  await sql`create index host_refunds_waiting on host_refunds (next_attempt_at)
    where finished_at is null`.execute(db)
}
