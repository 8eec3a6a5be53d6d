import { sql } from 'kysely'
import {
  writeEach,
  type Database,
  type Reader,
  type Write,
  type Writer,
} from '#server/infra/database/database.ts'

const HOUR_MS = 60 * 60 * 1_000

/** The times after which failures are forgotten, ms: sooner while there are too few for a delay. */
const FORGET_MS = { few: HOUR_MS, many: 24 * HOUR_MS }

const FREE_FAILURES = 5
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 15 * 60 * 1_000

interface Try {
  key: string
  now: number
}

/**
 * Counts a try as failed before it is made, so that parallel tries are all counted. Returns the
 * time that the key must wait, ms; 0 if this try may go on.
 */
export const beginTry: Write<Try, number> = {
  name: 'accounts.beginTry',
  apply: async (writer, tries) => {
    const now = Math.max(...tries.map((each) => each.now))
    await writer.deleteFrom('password_failures').where('forget_at', '<=', now).execute()
    const waits = new Map<Try, number>()
    // Every node locks the rows in this order, so that two nodes never deadlock.
    const inOrder = tries.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    for (const each of inOrder) waits.set(each, await countTry(writer, each))
    return tries.map((each) => waits.get(each) ?? 0)
  },
}

async function countTry(writer: Writer, { key, now }: Try): Promise<number> {
  // The update changes nothing, but locks the row against other nodes until this transaction ends.
  const { failures, blocked_until } = await writer
    .insertInto('password_failures')
    .values({ key, failures: 0, blocked_until: 0, forget_at: now + FORGET_MS.few })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((update) => ({ key: update.ref('excluded.key') })),
    )
    .returning(['failures', 'blocked_until'])
    .executeTakeFirstOrThrow()
  if (blocked_until > now) return blocked_until - now
  const counted = failures + 1
  await writer
    .updateTable('password_failures')
    .set({
      failures: counted,
      blocked_until: now + delayAfter(counted),
      forget_at: now + (counted < FREE_FAILURES ? FORGET_MS.few : FORGET_MS.many),
    })
    .where('key', '=', key)
    .execute()
  return 0
}

/** Returns the delay after so many failures, ms: 0 at first, then a second, doubled with each. */
function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS)
}

/** Returns the time that a key must still wait, ms; 0 if none. */
export async function findWait(reader: Reader, { key, now }: Try): Promise<number> {
  const found = await reader
    .selectFrom('password_failures')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(0, (found?.blocked_until ?? 0) - now)
}

/** Subtracts a try in which no password was compared. */
export const cancelTry = writeEach('accounts.cancelTry', async (writer, { key, now }: Try) => {
  await writer
    .updateTable('password_failures')
    .set((update) => ({ failures: update('failures', '-', 1), blocked_until: now }))
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute()
  await writer
    .deleteFrom('password_failures')
    .where('key', '=', key)
    .where('failures', '=', 0)
    .execute()
  return null
})

/** Deletes the failures of a key after the right password was given. */
export const forgetFailures = writeEach(
  'accounts.forgetFailures',
  async (writer, { key }: { key: string }) => {
    await writer.deleteFrom('password_failures').where('key', '=', key).execute()
    return null
  },
)

/** Replaces a password hash in the library's own table; the salt makes each hash unique. */
export async function replaceHash(
  { autocommit }: Database,
  { old, renewed }: { old: string; renewed: string },
): Promise<void> {
  await autocommit
    .updateTable('account')
    .set({ password: renewed })
    .where('password', '=', old)
    .execute()
}

/** Returns the id of the account with this email, which the library stores in lower case. */
export async function findUserId({ reader }: Database, email: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from "user"
    where email = ${email.toLowerCase()}`.execute(reader)
  return found.rows[0]?.id
}

/** Returns the current password hash of the account with this email. */
export async function findPasswordHash(
  { reader }: Database,
  email: string,
): Promise<string | undefined> {
  const found = await sql<{ password: string }>`select account.password from account
    join "user" on "user".id = account."userId"
    where "user".email = ${email.toLowerCase()} and account.password is not null`.execute(reader)
  return found.rows[0]?.password
}

/** Returns whether any password still has a hash of the library's own kind. */
export async function hasLibraryHashes({ reader }: Database): Promise<boolean> {
  const found =
    await sql`select 1 from account where password not like '$argon2id$%' limit 1`.execute(reader)
  return found.rows.length > 0
}
