import { sql } from 'kysely'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'

/** Whether a donation with a name shows its donor's, as 0 or 1. */
export const showsName = sql<
  0 | 1
>`case when name in (${ANONYMOUS}, ${HELD_NAME}) then 0 else 1 end`

/** Whether the name of a donation's donor is held, denied or hidden, as 0 or 1. */
export const holdsName = sql<0 | 1>`case when name = ${HELD_NAME} then 1 else 0 end`

/** The sequence of a donation that shows its donor's name; null for another. */
export const namedSequence = sql<number | null>`case when ${showsName} = 1
  then donations.sequence end`

/** The sequence of a donation whose name is held, denied or hidden; null for another. */
export const heldSequence = sql<number | null>`case when ${holdsName} = 1
  then donations.sequence end`
