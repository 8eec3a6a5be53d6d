import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/**
 * Adds counts of the mails an account received and of the second-factor codes it was tried with.
 */
export async function addAccountSafety(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('account_mails')
    .addColumn('id', ...dialect.identity)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('account_mails_by_email')
    .on('account_mails')
    .columns(['email', 'kind', 'created_at'])
    .execute()
  await db.schema
    .createIndex('account_mails_by_user')
    .on('account_mails')
    .columns(['user_id', 'kind', 'created_at'])
    .execute()
  await db.schema
    .createIndex('mails_by_user')
    .on('mails')
    .columns(['user_id', 'finished_at'])
    .execute()
  await db.schema
    .createTable('second_factor_tries')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('blocked_until', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('used_codes')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('used_codes_once', ['user_id', 'code'])
    .execute()
}
