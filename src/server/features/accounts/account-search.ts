import { sql } from 'kysely'
import type { Database } from '#server/infra/database/database.ts'
import { isOneOf } from '#server/infra/database/is-one-of.ts'

/** The last character of Unicode, which ends the range of a prefix. */
const LAST = '\u{10ffff}'

/**
 * Indexes the emails by their bytes, so that a prefix is a range; SQLite's own index does so. The
 * table is the library's, so no migration of ours may do it.
 */
export async function indexEmails({ dialect, autocommit }: Database): Promise<void> {
  if (dialect === 'sqlite') return
  await sql`create index if not exists user_email_bytes on "user" (email collate "C")`.execute(
    autocommit,
  )
}

/** Returns the ids of accounts whose email begins with a text in lower case, at most `limit`. */
export async function findAccountsByEmail(
  { dialect, reader }: Database,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const byBytes = dialect === 'sqlite' ? sql`` : sql`collate "C"`
  const { rows } = await sql<{ id: string }>`select id from "user"
    where email ${byBytes} >= ${prefix} and email ${byBytes} < ${prefix + LAST}
    limit ${limit}`.execute(reader)
  return rows.map(({ id }) => id)
}

/** Returns the emails of accounts, by their ids. */
export async function findEmails(
  { reader }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter((id) => id !== '')
  if (known.length === 0) return new Map()
  const { rows } = await sql<{ id: string; email: string }>`select id, email from "user"
    where ${isOneOf('id', known)}`.execute(reader)
  return new Map(rows.map(({ id, email }) => [id, email]))
}
