import { sql } from 'kysely'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { AccountMailKind } from '#server/infra/database/schema/account-tables.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const MAX_MAILS_AN_HOUR = 3

export interface MailClaim {
  kind: AccountMailKind
  email: string
  userId: string
  now: number
}

/**
 * Counts one mail against the limits of its address and of the account that asks for it; returns
 * false if one of them is reached.
 */
export const claimMail = writeEach(
  'accounts.claim-mail',
  async (writer, { kind, email, userId, now }: MailClaim): Promise<boolean> => {
    await writer
      .deleteFrom('account_mails')
      .where('created_at', '<', now - DAY_MS)
      .execute()
    const { address, account } = await writer
      .selectFrom('account_mails')
      .select(({ fn }) => [
        fn.countAll().filterWhere('email', '=', email).as('address'),
        fn.countAll().filterWhere('user_id', '=', userId).as('account'),
      ])
      .where('kind', '=', kind)
      .where('created_at', '>', now - HOUR_MS)
      .where(({ or, eb }) => or([eb('email', '=', email), eb('user_id', '=', userId)]))
      .executeTakeFirstOrThrow()
    if (Math.max(Number(address), Number(account)) >= MAX_MAILS_AN_HOUR) return false
    await writer
      .insertInto('account_mails')
      .values({ kind, email, user_id: userId, created_at: now })
      .execute()
    return true
  },
)

export interface Try {
  userId: string
  now: number
}

/**
 * Counts a try of the second factor before its code is compared, so that parallel tries count too.
 * The fifth and each later failure block further tries of the account for a growing time. Returns
 * the end of that block, Unix ms, or 0 if this try may go on.
 */
export const beginCodeTry = writeEach(
  'accounts.begin-code-try',
  async (writer, { userId, now }: Try): Promise<number> => {
    const { rows } = await sql`
      insert into second_factor_tries as tries (user_id, failures, blocked_until, updated_at)
      values (${userId}, 1, 0, ${now})
      on conflict (user_id) do update set
        failures = case when tries.updated_at < ${now - DAY_MS} then 1 else tries.failures + 1 end,
        blocked_until = case
          when tries.updated_at < ${now - DAY_MS} or tries.failures < 4 then 0
          else cast(${now} as bigint) + case tries.failures
            when 4 then 30000 when 5 then 60000 when 6 then 300000 when 7 then 900000
            else 3600000 end
          end,
        updated_at = ${now}
      where tries.blocked_until <= ${now}
      returning failures`.execute(writer)
    return rows.length > 0 ? 0 : findBlockedUntil(writer, userId)
  },
)

async function findBlockedUntil(reader: Reader, userId: string): Promise<number> {
  const { blocked_until } = await reader
    .selectFrom('second_factor_tries')
    .select('blocked_until')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return blocked_until
}

/** Deletes the failed tries of an account that has shown its second factor. */
export const forgetCodeTries = writeEach(
  'accounts.forget-code-tries',
  async (writer, userId: string) => {
    await writer.deleteFrom('second_factor_tries').where('user_id', '=', userId).execute()
    return null
  },
)

/** The time for which a used code is kept, ms: longer than an app's clock may be wrong. */
const CODE_LIFE_MS = 2 * 60 * 1000

export interface CodeClaim {
  userId: string
  code: string
  now: number
}

/** Marks a code of an authenticator app as used; returns false if it was used before. */
export const claimCode = writeEach(
  'accounts.claim-code',
  async (writer, { userId, code, now }: CodeClaim): Promise<boolean> => {
    await writer
      .deleteFrom('used_codes')
      .where('used_at', '<', now - CODE_LIFE_MS)
      .execute()
    const inserted = await writer
      .insertInto('used_codes')
      .values({ user_id: userId, code, used_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute()
    return inserted.length > 0
  },
)
