import { sql } from 'kysely'
import {
  writeEach,
  type Database,
  type Reader,
  type Write,
  type Writer,
} from '#server/infra/database/database.ts'

const HOUR_MS = 60 * 60 * 1_000

/** Failures that led to no delay are forgotten sooner. */
const FORGET_MS = { few: HOUR_MS, many: 24 * HOUR_MS }

const FREE_FAILURES = 5
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 15 * 60 * 1_000

interface Try {
  key: string
  now: number
}

/**
 * Counts a try as failed before it is made, so that tries made at the same time are all counted.
 * Returns how long the key must wait before one is let in, in ms; 0 where this one is.
 */
export const beginTry: Write<Try, number> = {
  name: 'accounts.beginTry',
  apply: async (writer, tries) => {
    const now = Math.max(...tries.map((each) => each.now))
    await writer.deleteFrom('password_failures').where('forget_at', '<=', now).execute()
    const waits = new Map<Try, number>()
    // Every node takes the rows in this order, so that none waits for another in a circle.
    const inOrder = tries.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    for (const each of inOrder) waits.set(each, await countTry(writer, each))
    return tries.map((each) => waits.get(each) ?? 0)
  },
}

async function countTry(writer: Writer, { key, now }: Try): Promise<number> {
  // An update of nothing keeps other nodes off the row until this transaction ends.
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

/** Nothing for the first failures, then a second, doubled with each one. */
function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS)
}

/** Returns how long a key must wait, in ms; 0 where it need not. */
export async function findWait(reader: Reader, { key, now }: Try): Promise<number> {
  const found = await reader
    .selectFrom('password_failures')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(0, (found?.blocked_until ?? 0) - now)
}

/** Takes back a try in which no password was compared. */
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

/** Forgets the failures of a key: somebody has shown the password. */
export const forgetFailures = writeEach(
  'accounts.forgetFailures',
  async (writer, { key }: { key: string }) => {
    await writer.deleteFrom('password_failures').where('key', '=', key).execute()
    return null
  },
)

/** Replaces a password's hash in the library's own table; its salt makes it the only one. */
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

/** Returns the id of the account with this e-mail, which the library keeps in lower case. */
export async function findUserId({ reader }: Database, email: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from "user"
    where email = ${email.toLowerCase()}`.execute(reader)
  return found.rows[0]?.id
}

/** Returns the hash of the password of the account with this e-mail, as it is now. */
export async function findPasswordHash(
  { reader }: Database,
  email: string,
): Promise<string | undefined> {
  const found = await sql<{ password: string }>`select account.password from account
    join "user" on "user".id = account."userId"
    where "user".email = ${email.toLowerCase()} and account.password is not null`.execute(reader)
  return found.rows[0]?.password
}

/** Tells whether there is a password yet whose hash the library made by itself. */
export async function hasLibraryHashes({ reader }: Database): Promise<boolean> {
  const found =
    await sql`select 1 from account where password not like '$argon2id$%' limit 1`.execute(reader)
  return found.rows.length > 0
}
