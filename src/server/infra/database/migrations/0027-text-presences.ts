import { sql, type Kysely } from 'kysely'

/** Adds who looks at which text, and a counter of all changes of texts. */
export async function addTextPresences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('text_presences')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('donation_id', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('text_head')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into text_head (id, version) values (1, 0)`.execute(db)
}
