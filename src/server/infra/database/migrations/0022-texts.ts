import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/** Adds display names, anonymity, messages, their screening and the decisions about them. */
export async function addTexts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await extendCheckouts(db)
  await extendBoard(db)
  await db.schema
    .createTable('profiles')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('display_name', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await createTexts(db)
  await createDecisions(db, dialect)
  await createScreening(db)
}

async function extendCheckouts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('display_name', 'text').execute()
  await db.schema
    .alterTable('checkouts')
    .addColumn('anonymous', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('checkouts').addColumn('message', 'text').execute()
}

async function extendBoard(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('donations').addColumn('message', 'text').execute()
  await db.schema.alterTable('board_changes').addColumn('message', 'text').execute()
  await db.schema
    .alterTable('board_changes')
    .addColumn('retracts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // The first change of a donation is found by its version, which is the donation's sequence.
  await sql`create index board_changes_later on board_changes (sequence)
    where version <> sequence`.execute(db)
}

async function createTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('donation_texts')
    .addColumn('donation_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('given_name', 'text')
    .addColumn('display_name', 'text')
    .addColumn('anonymous', 'integer', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('host_name', 'text')
    .addColumn('host_message', 'text')
    .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reasons', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('edited_revision', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('donation_texts_by_user')
    .on('donation_texts')
    .column('user_id')
    .execute()
  await sql`create index donation_texts_by_state on donation_texts (livemode, state, donation_id)
    where state <> 'clear'`.execute(db)
  await sql`create index donation_texts_hidden on donation_texts (livemode, donation_id)
    where hidden = 1`.execute(db)
}

async function createDecisions(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('text_decisions')
    .addColumn('id', ...dialect.identity)
    .addColumn('donation_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('state_before', 'text', (column) => column.notNull())
    .addColumn('hidden_before', 'integer', (column) => column.notNull())
    .addColumn('undoes', 'bigint')
    .execute()
  await db.schema
    .createIndex('text_decisions_of_donation')
    .on('text_decisions')
    .columns(['donation_id', 'id'])
    .execute()
  for (const statement of dialect.appendOnly('text_decisions')) await statement.execute(db)
}

async function createScreening(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('text_screening')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('messages', 'integer', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('amounts', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into text_screening
      (id, mode, messages, words, amounts, revision, updated_at)
    values (1, 'off', 0, '[]', '[]', 1, 0)`.execute(db)
}
