import { sql } from 'kysely'
import type { Write } from '#server/infra/database/database.ts'
import { rowList } from '#server/infra/database/row-list.ts'
import { transitionOf } from './state.ts'

export interface AttachedRef {
  id: string
  /** The id of the provider's session or order. */
  ref: string
  at: number
}

const ATTACHED = { name: 'attached', types: { id: 'text', ref: 'text', at: 'bigint' } } as const

/**
 * Stores the providers' sessions or orders of checkouts, and moves these to their payers, all in one
 * statement. A checkout that has another one already is left as it is.
 */
export const attachRef: Write<AttachedRef, null> = {
  name: 'checkouts.attach-ref',
  apply: async (writer, refs) => {
    const { from, to } = transitionOf('started')
    await sql`
      update checkouts set
        "provider_ref" = attached.ref,
        updated_at = case when provider_ref is null then attached.at else updated_at end,
        state = case when state in (${sql.join(from)}) then ${to} else state end
      from ${rowList(writer, ATTACHED, refs)}
      where checkouts.id = attached.id
        and (provider_ref is null or provider_ref = attached.ref)`.execute(writer)
    return refs.map(() => null)
  },
}
