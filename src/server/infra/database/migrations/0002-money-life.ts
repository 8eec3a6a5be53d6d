import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/** Adds refunds and disputes, pending payments, receipts and reconciliation. */
export async function addMoneyLife(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await extendCheckouts(db)
  await extendInbox(db)
  await db.schema.alterTable('donations').addColumn('removed_at', 'bigint').execute()
  await sql`create index ledger_entries_movements on ledger_entries (checkout_id)
    where kind <> 'capture'`.execute(db)
  await createMails(db, dialect)
  await db.schema
    .createTable('reconcile_marks')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('seen_until', 'bigint', (column) => column.notNull())
    .execute()
}

async function extendCheckouts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('checkouts')
    .addColumn('return_url', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('checkouts')
    .addColumn('next_check_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index checkouts_unfinished on checkouts (next_check_at)
    where state in ('created', 'awaiting_payer', 'processing')`.execute(db)
}

async function extendInbox(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_events').addColumn('capture_id', 'text').execute()
  await db.schema.alterTable('webhook_events').addColumn('parked_at', 'bigint').execute()
  await db.schema.dropIndex('webhook_events_waiting').execute()
  await sql`create index webhook_events_waiting on webhook_events (next_attempt_at, id)
    where handled_at is null and parked_at is null`.execute(db)
}

async function createMails(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', ...dialect.identity)
    .addColumn('message_key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('donation_id', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('outcome', 'text')
    .execute()
  await sql`create index mails_waiting on mails (next_attempt_at, id)
    where finished_at is null`.execute(db)
}
