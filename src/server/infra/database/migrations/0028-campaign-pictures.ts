import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects.ts'

/** Creates the table of the campaign's pictures, which all nodes share. */
export async function addCampaignPictures(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('campaign_pictures')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('webp', dialect.bytes, (column) => column.notNull())
    .addColumn('uploaded_at', 'bigint', (column) => column.notNull())
    .execute()
}
