import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import { UNFINISHED } from './state.ts'

/** Returns whether an account has a payment that may still take its money. */
export async function hasPending(reader: Reader, userId: string): Promise<boolean> {
  const found = await reader
    .selectFrom('checkouts')
    .select('id')
    .where('user_id', '=', userId)
    .where(
      'state',
      'in',
      UNFINISHED.map((state) => sql.lit(state)),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
