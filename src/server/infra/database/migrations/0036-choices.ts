import { sql, type Kysely } from 'kysely'

/**
 * Adds choices with their options, matches, and to payments and donations the option that they vote
 * for.
 */
export async function addChoices(db: Kysely<unknown>): Promise<void> {
  for (const table of ['checkouts', 'donations']) {
    await db.schema.alterTable(table).addColumn('option_id', 'varchar(36)').execute()
  }
  // The sum of an option is read from it alone, for which SQLite needs the name; only donations that
  // vote are in it.
  await sql`create index donations_by_option on donations
    (option_id, livemode, amount_cents, name)
    where option_id is not null and name is not null and amount_cents > 0`.execute(db)
  await addChoiceTables(db)
  await addMatches(db)
}

async function addChoiceTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('choices')
    .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('opens_at', 'bigint', (column) => column.notNull())
    .addColumn('closes_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_early', 'integer', (column) => column.notNull())
    .addColumn('voted', 'integer', (column) => column.notNull())
    .addColumn('cancelled_at', 'bigint')
    .addColumn('withdrawn_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('choices_last', sql`closes_at > opens_at`)
    .execute()
  await db.schema
    .createIndex('choices_by_closing')
    .on('choices')
    .columns(['livemode', 'closes_at'])
    .execute()
  await db.schema
    .createTable('choice_options')
    .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
    .addColumn('choice_id', 'varchar(36)', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addUniqueConstraint('choice_options_order', ['choice_id', 'position'])
    .execute()
}

async function addMatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('matches')
    .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('sponsor', 'text', (column) => column.notNull())
    .addColumn('rate_percent', 'integer', (column) => column.notNull())
    .addColumn('cap_cents', 'bigint', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('stopped_early', 'integer', (column) => column.notNull())
    .addColumn('cancelled_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('matches_last', sql`ends_at > starts_at`)
    .execute()
  await db.schema
    .createIndex('matches_by_start')
    .on('matches')
    .columns(['livemode', 'starts_at'])
    .execute()
}
