import { sql, type SqlBool } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { selectDonated } from '#server/features/ledger/ledger.ts'
import { limitSpansAt, type Spent } from '#server/features/spending-limits/spending-limits.ts'
import { UNFINISHED } from '../state.ts'

/** The longest time for which a provider may hold a payment before its money comes, ms. */
const LONGEST_PAYMENT_MS = 60 * 24 * 60 * 60 * 1000

export interface SpentQuery {
  userIds: readonly string[]
  livemode: Livemode
  /** The instant whose day and week are asked for, Unix ms. */
  now: number
  timeZone: string
  /**
   * The checkout whose own money is left out. `isFirst` leaves out later ones, too, whose money is
   * not asked for yet: they must make room for it.
   */
  except?: { id: string; isFirst: boolean }
}

/**
 * Returns the money of donors that counts against their limits; those who have none are left out.
 * One statement reads both, so that a payment which comes in between is counted once.
 */
export async function readSpent(reader: Reader, query: SpentQuery): Promise<Map<string, Spent>> {
  const { userIds, livemode, now, timeZone } = query
  if (userIds.length === 0) return new Map()
  const { day, week } = limitSpansAt(now, timeZone)
  const donated = selectDonated(reader, { userIds, livemode, since: week.start })
    .select([
      'user_id',
      sql<number>`cast(0 as bigint)`.as('openCents'),
      sql<number | null>`cast(null as bigint)`.as('openUntil'),
      sql<number>`cast(sum(case when timestamp >= ${day.start} then amount_cents else 0 end)
        as bigint)`.as('dayCents'),
      sql<number>`cast(sum(amount_cents) as bigint)`.as('weekCents'),
    ])
    .groupBy('user_id')
  const rows = await selectOpen(reader, query, week.start).unionAll(donated).execute()
  const spent = new Map<string, Spent>()
  for (const { user_id, ...row } of rows) {
    const known = spent.get(user_id)
    spent.set(user_id, known === undefined ? row : add(known, row))
  }
  return spent
}

/** Selects the payments that may still take their money, and those whose money the host judges. */
function selectOpen(
  reader: Reader,
  { userIds, livemode, now, except }: SpentQuery,
  weekStart: number,
) {
  return reader
    .selectFrom('checkouts')
    .select([
      'user_id',
      sql<number>`cast(sum(amount_cents) as bigint)`.as('openCents'),
      sql<number | null>`cast(case when sum(case when state in ('created', 'awaiting_payer')
        then 0 else 1 end) > 0 then null else max(expires_at) end as bigint)`.as('openUntil'),
      sql<number>`cast(0 as bigint)`.as('dayCents'),
      sql<number>`cast(0 as bigint)`.as('weekCents'),
    ])
    .where('user_id', 'in', userIds)
    .where('livemode', '=', livemode)
    .where('created_at', '>', now - LONGEST_PAYMENT_MS)
    .where(({ or, and, eb }) =>
      or([
        eb('state', 'in', UNFINISHED),
        and([eb('state', '=', 'review'), eb('created_at', '>=', weekStart)]),
      ]),
    )
    .$if(except !== undefined, (query) => query.where('id', '<>', except?.id ?? ''))
    .$if(except?.isFirst === true, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('id', '<', except?.id ?? ''),
          eb('state', 'not in', ['created', 'awaiting_payer']),
          sql<SqlBool>`capture_asked_at is not null`,
        ]),
      ),
    )
    .groupBy('user_id')
}

function add(one: Spent, other: Spent): Spent {
  return {
    openCents: one.openCents + other.openCents,
    openUntil: one.openUntil ?? other.openUntil,
    dayCents: one.dayCents + other.dayCents,
    weekCents: one.weekCents + other.weekCents,
  }
}
