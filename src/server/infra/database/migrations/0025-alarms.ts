import { sql, type Kysely } from 'kysely'

/** Adds the address that gets alarms, and the messages for it. */
export async function addAlarms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('concerns')
    .addColumn('is_signalled', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('alarm_webhook')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('url', 'text')
    .addColumn('secret', 'text')
    .addColumn('former_secret', 'text')
    .addColumn('former_until', 'bigint', (column) => column.notNull())
    .addColumn('stopped', 'text')
    .execute()
  await sql`insert into alarm_webhook (id, former_until) values (1, 0)`.execute(db)
  await db.schema
    .createTable('alarm_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('concern_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('is_delivered', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .execute()
  await sql`create index alarm_deliveries_due on alarm_deliveries (next_attempt_at)
    where finished_at is null`.execute(db)
  await db.schema
    .createIndex('alarm_deliveries_created')
    .on('alarm_deliveries')
    .column('created_at')
    .execute()
}
