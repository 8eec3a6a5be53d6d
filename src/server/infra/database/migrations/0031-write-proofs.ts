import type { Kysely } from 'kysely'

/** Adds the table with which the server proves that it can write; it is empty between the proofs. */
export async function addWriteProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('write_proofs')
    .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
    .execute()
}
