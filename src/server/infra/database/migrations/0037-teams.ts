import type { Kysely } from 'kysely'

/**
 * Adds the teams of donors, who is in which, and to payments and donations the team for which they
 * were begun.
 */
export async function addTeams(db: Kysely<unknown>): Promise<void> {
  for (const table of ['checkouts', 'donations']) {
    await db.schema.alterTable(table).addColumn('team_id', 'varchar(36)').execute()
  }
  await db.schema
    .createTable('donor_teams')
    .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('is_held', 'integer', (column) => column.notNull())
    .addColumn('founder_id', 'text')
    .addColumn('founded_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('donor_teams_by_revision')
    .on('donor_teams')
    .column('revision')
    .execute()
  await db.schema
    .createIndex('donor_teams_by_founder')
    .on('donor_teams')
    .column('founder_id')
    .execute()
  await db.schema
    .createTable('donor_team_members')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'varchar(36)', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
}
