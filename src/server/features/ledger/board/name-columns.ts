import { sql } from 'kysely'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'

/** Whether a donation with a name shows its donor's, as 0 or 1. */
export const showsName = sql<
  0 | 1
>`case when name in (${ANONYMOUS}, ${HELD_NAME}) then 0 else 1 end`

/** Whether the name of a donation's donor is held, denied or hidden, as 0 or 1. */
export const holdsName = sql<0 | 1>`case when name = ${HELD_NAME} then 1 else 0 end`
