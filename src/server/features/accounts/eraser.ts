import { sql } from 'kysely'
import type { Writer } from '#server/infra/database/database.ts'
import type { Eraser } from '#server/infra/eraser.ts'
import { lockTeam } from './hosts/team-store.ts'
import { mailboxOf } from './mails/mailbox.ts'

/** Erases an account with its sessions, passkeys, second factor and unused links. */
export const accountsEraser: Eraser = {
  tables: [
    'user',
    'session',
    'account',
    'verification',
    'twoFactor',
    'passkey',
    'account_mails',
    'second_factor_tries',
    'used_codes',
    'team_invitations',
  ],
  erase: async (writer, { userId, email }) => {
    await sql`delete from session where "userId" = ${userId}`.execute(writer)
    await sql`delete from account where "userId" = ${userId}`.execute(writer)
    await sql`delete from "twoFactor" where "userId" = ${userId}`.execute(writer)
    await sql`delete from passkey where "userId" = ${userId}`.execute(writer)
    await eraseLinks(writer, userId)
    if (email !== undefined) {
      await eraseLinks(writer, email)
      await writer.deleteFrom('team_invitations').where('email', '=', email).execute()
      await writer.deleteFrom('account_mails').where('email', '=', mailboxOf(email)).execute()
    }
    await writer.deleteFrom('account_mails').where('user_id', '=', userId).execute()
    await writer.deleteFrom('second_factor_tries').where('user_id', '=', userId).execute()
    await writer.deleteFrom('used_codes').where('user_id', '=', userId).execute()
    await sql`delete from "user" where id = ${userId}`.execute(writer)
  },
}

/** Deletes the tokens of links and unfinished logins whose value contains a text. */
async function eraseLinks(writer: Writer, text: string): Promise<void> {
  // Unlike `like`, this takes the text as it is.
  await sql`delete from verification where replace(value, ${text}, '') <> value`.execute(writer)
}

/** Returns the address of an account, or undefined if there is no such account. */
export async function findEmail(writer: Writer, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select email from "user"
    where id = ${userId}`.execute(writer)
  return rows[0]?.email
}

/**
 * Returns whether an account is an owner and there is no other one. Locks the team until the
 * transaction ends, so that of two who leave at once the second sees that the first is gone.
 */
export async function isLastOwner(
  writer: Writer,
  { userId, adminEmail }: { userId: string; adminEmail: string | null },
): Promise<boolean> {
  await lockTeam(writer)
  const { rows } = await sql<{ id: string; confirmed: unknown }>`
    select id, "emailVerified" as confirmed from "user"
    where email = ${adminEmail}
      or ("namedHostAt" is not null and ("hostRole" is null or "hostRole" = 'owner'))`.execute(
    writer,
  )
  const owners = rows.filter(({ confirmed }) => Boolean(confirmed))
  return owners.length === 1 && owners[0]?.id === userId
}
