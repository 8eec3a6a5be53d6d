import { sql, type Kysely } from 'kysely'

/** Adds the invitations into the hosts' team, and the row that orders changes of the team. */
export async function addTeam(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('team_head')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into team_head (id, version) values (1, 0)`.execute(db)
  await db.schema
    .createTable('team_invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
