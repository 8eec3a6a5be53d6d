import { sql, type Kysely } from 'kysely'

/**
 * Adds the data that distinguishes donors from people who test stolen cards: declines, origins and
 * proofs of work.
 */
export async function addCardTesting(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db)
  await createDeclines(db)
  await db.schema
    .createTable('spent_proofs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await createAlarm(db)
  await db.schema.alterTable('webhook_events').addColumn('declined_checkout_id', 'text').execute()
  await db.schema.alterTable('webhook_events').addColumn('declined_at', 'bigint').execute()
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkout_accounts')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('last_begun_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.dropIndex('checkouts_by_user').execute()
  await db.schema
    .createIndex('checkouts_by_user')
    .on('checkouts')
    .columns(['user_id', 'created_at'])
    .execute()
  await db.schema
    .createTable('checkout_origins')
    .addColumn('checkout_id', 'text', (column) => column.primaryKey())
    .addColumn('address_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('checkout_origins_by_time')
    .on('checkout_origins')
    .column('created_at')
    .execute()
}

async function createDeclines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('declines')
    .addColumn('decline_key', 'text', (column) => column.primaryKey())
    .addColumn('checkout_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('address_key', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  for (const column of ['user_id', 'address_key', 'checkout_id']) {
    await db.schema
      .createIndex(`declines_by_${column}`)
      .on('declines')
      .columns([column, 'at'])
      .execute()
  }
  await db.schema.createIndex('declines_by_time').on('declines').column('at').execute()
}

async function createAlarm(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('card_testing')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('raised_at', 'bigint', (column) => column.notNull())
    .addColumn('alarm_until', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into card_testing
    (id, raised_at, alarm_until, claimed_until, told_at)
    values (1, 0, 0, 0, 0)`.execute(db)
}
