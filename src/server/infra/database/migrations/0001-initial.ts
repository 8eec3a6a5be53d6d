import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

export async function createInitialTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createCheckouts(db)
  await createLedger(db, dialect)
  await createDonations(db, dialect)
  await createBoardFeed(db, dialect)
  await createWebhookEvents(db, dialect)
}

async function createCheckouts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('donation_id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_ref', 'text')
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('capture_attempt', 'integer', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) =>
      column.notNull().check(sql`amount_cents >= 100`),
    )
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('disclaimer_version', 'text')
    .addColumn('disclaimer_accepted_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('checkouts_provider_ref', ['provider', 'provider_ref'])
    .execute()
  await db.schema.createIndex('checkouts_by_user').on('checkouts').column('user_id').execute()
}

async function createLedger(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('ledger_entries')
    .addColumn('id', ...dialect.identity)
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('donation_id', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull().check(sql`amount_cents > 0`))
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('ledger_entries_object', ['provider', 'object_id', 'kind'])
    .execute()
  await sql`create unique index ledger_entries_one_capture on ledger_entries (checkout_id)
    where kind = 'capture'`.execute(db)
  for (const statement of dialect.appendOnly('ledger_entries')) await statement.execute(db)
}

async function createDonations(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('donations')
    .addColumn('sequence', dialect.rowKey, (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('amount_cents', 'bigint', (column) => column.notNull().check(sql`amount_cents >= 0`))
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .execute()
  await sql`create index donations_by_rank on donations (amount_cents desc, sequence asc)
    where name is not null and amount_cents > 0`.execute(db)
}

async function createBoardFeed(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('board_head')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into board_head (id, version) values (1, 0)`.execute(db)
  await db.schema
    .createTable('board_changes')
    .addColumn('version', dialect.rowKey, (column) => column.primaryKey())
    .addColumn('donation_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('previous_amount_cents', 'bigint')
    .addColumn('amount_cents', 'bigint')
    .execute()
}

async function createWebhookEvents(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('webhook_events')
    .addColumn('id', ...dialect.identity)
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('payment_ref', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('handled_at', 'bigint')
    .addColumn('outcome', 'text')
    .addUniqueConstraint('webhook_events_event', ['provider', 'event_id'])
    .execute()
  await sql`create index webhook_events_waiting on webhook_events (next_attempt_at, id)
    where handled_at is null`.execute(db)
}
