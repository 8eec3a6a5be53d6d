import type { Selectable } from 'kysely'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { SpendingLimitsTable } from '#server/infra/database/schema/spending-tables.ts'
import { lockAccounts } from '#server/features/card-testing/card-testing.ts'
import { changeLimit, DELAY_MS, NO_RULES, type OwnLimit, type OwnRules } from './rules.ts'

const selectRules = queryByKeys((reader, userIds: readonly string[]) =>
  reader.selectFrom('spending_limits').selectAll().where('user_id', 'in', userIds),
)

/** Returns what donors have set, as it holds at a time (Unix ms); those who set nothing are left out. */
export async function findOwnRules(
  reader: Reader,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, OwnRules>> {
  const rows = await selectRules(reader, userIds)
  return new Map(rows.map((row) => [row.user_id, toRules(row, now)]))
}

/** Returns what a donor has set, as it holds at a time, Unix ms. */
export async function readOwnRules(reader: Reader, userId: string, now: number): Promise<OwnRules> {
  return (await findOwnRules(reader, [userId], now)).get(userId) ?? NO_RULES
}

function toRules(row: Selectable<SpendingLimitsTable>, now: number): OwnRules {
  return {
    day: toLimit(row.day_cents, row.later_day_cents, row.later_day_from, now),
    week: toLimit(row.week_cents, row.later_week_cents, row.later_week_from, now),
    pausedUntil: row.paused_until,
  }
}

function toLimit(
  cents: number | null,
  laterCents: number | null,
  from: number | null,
  now: number,
): OwnLimit {
  if (from === null) return { cents, later: null }
  if (from <= now) return { cents: laterCents, later: null }
  return { cents, later: { cents: laterCents, from } }
}

interface RuleChange {
  userId: string
  at: number
}

/** Sets a donor's limits, in cents, null for none; see `changeLimit` for when each holds. */
export const setOwnLimits = writeEach(
  'spending-limits.set',
  (writer, change: RuleChange & { dayCents: number | null; weekCents: number | null }) =>
    changeRules(writer, change, (own) => ({
      ...own,
      day: changeLimit(own.day, change.dayCents, change.at),
      week: changeLimit(own.week, change.weekCents, change.at),
    })),
)

/** Pauses a donor's payments for a day from now; a pause that ends later stays as it is. */
export const pauseDonor = writeEach('spending-limits.pause', (writer, change: RuleChange) =>
  changeRules(writer, change, (own) => ({
    ...own,
    pausedUntil: Math.max(own.pausedUntil, change.at + DELAY_MS),
  })),
)

async function changeRules(
  writer: Reader,
  { userId, at }: RuleChange,
  change: (own: OwnRules) => OwnRules,
): Promise<OwnRules> {
  // No payment of the account is begun meanwhile.
  await lockAccounts(writer, [userId], at)
  const rules = change(await readOwnRules(writer, userId, at))
  const row = {
    day_cents: rules.day.cents,
    later_day_cents: rules.day.later?.cents ?? null,
    later_day_from: rules.day.later?.from ?? null,
    week_cents: rules.week.cents,
    later_week_cents: rules.week.later?.cents ?? null,
    later_week_from: rules.week.later?.from ?? null,
    paused_until: rules.pausedUntil,
    updated_at: at,
  }
  await writer
    .insertInto('spending_limits')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return rules
}
