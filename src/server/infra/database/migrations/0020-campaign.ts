import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/** Creates the table of the campaign's versions. */
export async function addCampaign(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('campaign_versions')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('disclaimer_version', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addColumn('published_by', 'text')
    .execute()
  for (const statement of dialect.appendOnly('campaign_versions')) await statement.execute(db)
}
