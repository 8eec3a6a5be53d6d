import { sql } from 'kysely'
import { toIsoTime, type PersonalDataSource } from '#server/infra/personal-data.ts'
import { mailboxOf } from './mails/mailbox.ts'

/** Collects an account with its sessions, passkeys and the mails about it. */
export const accountsData: PersonalDataSource = {
  tables: ['user', 'session', 'passkey', 'account_mails', 'team_invitations'],
  collect: async (reader, { userId, email }) => {
    const account = await sql<object>`select id, email, "emailVerified" as "isEmailConfirmed",
      "createdAt", "hostRole" from "user" where id = ${userId}`.execute(reader)
    const sessions = await sql<object>`select "createdAt", "expiresAt", "ipAddress", "userAgent"
      from session where "userId" = ${userId} order by "createdAt"`.execute(reader)
    const passkeys = await sql<object>`select name, "createdAt" from passkey
      where "userId" = ${userId} order by "createdAt"`.execute(reader)
    const mails = await reader
      .selectFrom('account_mails')
      .select(['kind', 'created_at'])
      .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('email', '=', mailboxOf(email))]))
      .orderBy('created_at')
      .execute()
    const invitations = await reader
      .selectFrom('team_invitations')
      .select('role')
      .where('email', '=', email)
      .execute()
    return {
      account: account.rows,
      sessions: sessions.rows,
      passkeys: passkeys.rows,
      accountMails: mails.map(({ kind, created_at }) => ({ kind, at: toIsoTime(created_at) })),
      invitations,
    }
  },
}
