import { sql } from 'kysely'
import type { Write } from '#server/infra/database/database.ts'
import { transitionOf } from './state.ts'

export interface AttachedRef {
  id: string
  /** The id of the provider's session or order. */
  ref: string
  at: number
}

/** The most checkouts of one statement, far below the parameters that a database takes. */
const ROWS_AT_ONCE = 500

/**
 * Stores the providers' sessions or orders of checkouts, and moves these to their payers: hundreds
 * in one statement. A checkout that has another one already is left as it is.
 */
export const attachRef: Write<AttachedRef, null> = {
  name: 'checkouts.attach-ref',
  apply: async (writer, refs) => {
    const { from, to } = transitionOf('started')
    for (let first = 0; first < refs.length; first += ROWS_AT_ONCE) {
      const rows = refs
        .slice(first, first + ROWS_AT_ONCE)
        .map(({ id, ref, at }) => sql`(${id}, ${ref}, cast(${at} as bigint))`)
      // Both databases name the columns of values so.
      await sql`
        update checkouts set
          "provider_ref" = attached.column2,
          updated_at = case when provider_ref is null then attached.column3 else updated_at end,
          state = case when state in (${sql.join(from)}) then ${to} else state end
        from (values ${sql.join(rows)}) as attached
        where checkouts.id = attached.column1
          and (provider_ref is null or provider_ref = attached.column2)`.execute(writer)
    }
    return refs.map(() => null)
  },
}
