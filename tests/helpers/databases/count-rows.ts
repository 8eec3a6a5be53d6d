import { sql } from 'kysely'
import type { Database } from '#server/infra/database/database.ts'

/** Returns the number of rows of each table of a test's SQLite database. */
export async function countRows(reader: Database['reader']): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and name not like 'sqlite_%'`.execute(reader)
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(name)}`.execute(reader)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}
