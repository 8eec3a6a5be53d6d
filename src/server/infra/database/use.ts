import { existsSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import type { Reader } from './database.ts'
import { openReadOnly } from './sqlite/peek.ts'

/** Returns whether anybody has ever begun to pay. */
export async function hasCheckouts(reader: Reader): Promise<boolean> {
  const { rows } = await sql`select 1 from checkouts limit 1`.execute(reader)
  return rows.length > 0
}

/** Returns the same for a database file that is not open; false if it is none of ours. */
export function hasCheckoutsIn(file: string): boolean {
  const connection = openReadOnly(file)
  try {
    return connection.prepare('select 1 from checkouts limit 1').get() !== undefined
  } catch {
    return false
  } finally {
    connection.close()
  }
}

/**
 * Returns whether a database file that is not open is missing or has no tables. Leaves no files
 * beside it, as opening it otherwise does.
 */
export function isEmptyFile(file: string): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return true
  // The tables may be in there.
  if (existsSync(`${file}-wal`)) return false
  const connection = openReadOnly(file)
  try {
    return connection.prepare('select 1 from sqlite_schema limit 1').get() === undefined
  } catch {
    // It is something else, or damaged; opening it says so.
    return false
  } finally {
    connection.close()
  }
}
