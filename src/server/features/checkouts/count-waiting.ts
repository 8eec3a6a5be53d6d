import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { UNFINISHED } from './state.ts'

/** Counts a mode's payments begun in a half-open span, Unix ms, that a provider still works on. */
export async function countWaiting(
  reader: Reader,
  livemode: Livemode,
  { start, end }: { start: number; end: number },
): Promise<number> {
  const { count } = await reader
    .selectFrom('checkouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('livemode', '=', livemode)
    .where('state', '=', sql.lit('processing'))
    // The same list as in the partial index, so that the databases use it.
    .where(
      'state',
      'in',
      UNFINISHED.map((state) => sql.lit(state)),
    )
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .executeTakeFirstOrThrow()
  return count
}
