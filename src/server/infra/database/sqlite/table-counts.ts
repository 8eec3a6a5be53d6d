import { sql } from 'kysely'
import type { Reader } from '../database.ts'

/** Returns the newest migration that a database has had. */
export async function readNewestMigration(reader: Reader): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select max(name) as name from kysely_migration`.execute(reader)
  return rows[0]?.name ?? ''
}

/** Counts the rows of every table, also those of libraries. */
export async function countTables(reader: Reader): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'table' and name not like 'sqlite!_%' escape '!' order by name`.execute(reader)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(reader)
    counts[name] = counted.rows[0]?.count ?? 0
  }
  return counts
}
