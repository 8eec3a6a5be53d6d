import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/**
 * Adds the audit log, which is append-only. Donors' texts lie in a table of their own, from which
 * rows can be deleted.
 */
export async function addAudit(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', ...dialect.identity)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('actor_role', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('has_texts', 'integer', (column) => column.notNull())
    .execute()
  await addIndex(db, 'audit_entries_by_time', ['at', 'id'])
  await addIndex(db, 'audit_entries_by_actor', ['actor_id', 'at', 'id'])
  await addIndex(db, 'audit_entries_by_action', ['action', 'at', 'id'])
  await addIndex(db, 'audit_entries_by_subject', ['subject_id', 'at', 'id'])
  await db.schema
    .createTable('audit_texts')
    .addColumn('entry_id', 'bigint', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_texts_by_user').on('audit_texts').column('user_id').execute()
  const guards = [...dialect.appendOnly('audit_entries'), ...dialect.eraseOnly('audit_texts')]
  for (const statement of guards) await statement.execute(db)
}

async function addIndex(db: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on('audit_entries').columns(columns).execute()
}
