import type { Insertable } from 'kysely'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { DeclinesTable } from '#server/infra/database/schema/card-testing-tables.ts'
import type { VerifiedProof } from './proof-of-work.ts'

/** The most declines to count: the alarm is on long before. */
const MAX_COUNTED = 1_000

/** The counts of an account's actions within a window, and the time of the first, Unix ms. */
export interface Tally {
  recent: number
  total: number
  oldest: number
}

/** Locks accounts until the transaction ends, so that their new checkouts are counted in turn. */
export async function lockAccounts(
  writer: Writer,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  // Sorted, so that two nodes never deadlock.
  const rows = userIds.toSorted().map((user_id) => ({ user_id, last_begun_at: now }))
  await insertRows(writer, 'checkout_accounts', rows, {
    upsert: { by: 'user_id', set: ['last_begun_at'] },
  })
}

/** The times since which actions are counted, Unix ms. */
export interface TallySpan {
  since: number
  recently: number
}

/** Selects the declines of each account since `since` and since `recently` (Unix ms). */
export function selectDeclines(
  reader: Reader,
  userIds: readonly string[],
  { since, recently }: TallySpan,
) {
  return reader
    .selectFrom('declines')
    .select(({ fn }) => [
      'user_id',
      fn.countAll<number>().filterWhere('at', '>', recently).as('recent'),
      fn.countAll<number>().as('total'),
      fn.min('at').as('oldest'),
    ])
    .where('user_id', 'in', userIds)
    .where('at', '>', since)
    .groupBy('user_id')
}

/** Counts the declines of each account since `since` and since `recently` (Unix ms). */
export async function tallyDeclines(
  reader: Reader,
  userIds: readonly string[],
  span: TallySpan,
): Promise<Map<string, Tally>> {
  const rows = await selectDeclines(reader, userIds, span).execute()
  return new Map(rows.map(({ user_id, ...tally }) => [user_id, tally]))
}

/** Counts the declined attempts within one checkout. */
export async function countDeclinesOfCheckout(reader: Reader, checkoutId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('declines')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts all declined attempts since a time (Unix ms), up to a thousand. */
export async function countDeclines(reader: Reader, since: number): Promise<number> {
  const { count } = await reader
    .selectFrom(({ selectFrom }) =>
      selectFrom('declines').select('at').where('at', '>', since).limit(MAX_COUNTED).as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks a proof as used; returns false if it was used before. */
export async function spendProof(
  writer: Writer,
  { id, expiresAt }: Pick<VerifiedProof, 'id' | 'expiresAt'>,
): Promise<boolean> {
  const row = { id, expires_at: expiresAt }
  const spent = await insertRows(writer, 'spent_proofs', [row], {
    ignoreConflicts: true,
    returning: ['id'],
  })
  return spent.length > 0
}

/** Inserts declines with the addresses of their checkouts; returns the keys of the new ones. */
export async function insertDeclines(
  writer: Writer,
  declines: readonly Omit<Insertable<DeclinesTable>, 'address_key'>[],
): Promise<Set<string>> {
  const ids = declines.map(({ checkout_id }) => checkout_id)
  const origins = await writer
    .selectFrom('checkout_origins')
    .select(['checkout_id', 'address_key'])
    .where('checkout_id', 'in', ids)
    .execute()
  const addresses = new Map(
    origins.map(({ checkout_id, address_key }) => [checkout_id, address_key]),
  )
  const rows = declines.map((decline) => ({
    ...decline,
    address_key: addresses.get(decline.checkout_id) ?? null,
  }))
  const inserted = await insertRows(writer, 'declines', rows, {
    ignoreConflicts: true,
    returning: ['decline_key'],
  })
  return new Set(inserted.map(({ decline_key }) => decline_key))
}

/** Returns the time until which every checkout needs a proof of work, Unix ms; 0 for never. */
export async function findAlarmUntil(reader: Reader): Promise<number> {
  const { alarm_until } = await reader
    .selectFrom('card_testing')
    .select('alarm_until')
    .executeTakeFirstOrThrow()
  return alarm_until
}

/** Keeps the alarm on until a time, Unix ms; returns whether a new episode has begun with that. */
export async function keepAlarmOn(
  writer: Writer,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const raised = await writer
    .updateTable('card_testing')
    .set({ raised_at: now, alarm_until: until })
    .where('alarm_until', '<=', now)
    .executeTakeFirstOrThrow()
  if (raised.numUpdatedRows > 0) return true
  await writer
    .updateTable('card_testing')
    .set({ alarm_until: until })
    .where('alarm_until', '<', until)
    .execute()
  return false
}

/**
 * Claims the task of telling the host of an episode; returns the time of its beginning, Unix ms, or
 * null if no episode is untold.
 */
export const claimAlarm = writeEach(
  'card-testing.claim-alarm',
  async (writer, { now, until }: { now: number; until: number }) => {
    const claimed = await writer
      .updateTable('card_testing')
      .set({ claimed_until: until })
      .whereRef('told_at', '<', 'raised_at')
      .where('claimed_until', '<=', now)
      .returning('raised_at')
      .executeTakeFirst()
    return claimed?.raised_at ?? null
  },
)

/** Marks the episode that began at a time (Unix ms) as told to the host. */
export const finishAlarm = writeEach('card-testing.finish-alarm', async (writer, at: number) => {
  await writer
    .updateTable('card_testing')
    .set({ told_at: at, claimed_until: 0 })
    .where('told_at', '<', at)
    .execute()
  return null
})

/** Deletes rows older than `before` and proofs that have expired by `now`, both Unix ms. */
export const forgetOld = writeEach(
  'card-testing.forget',
  async (writer, { before, now }: { before: number; now: number }) => {
    await writer.deleteFrom('declines').where('at', '<', before).execute()
    await writer.deleteFrom('checkout_origins').where('created_at', '<', before).execute()
    await writer.deleteFrom('checkout_accounts').where('last_begun_at', '<', before).execute()
    await writer.deleteFrom('spent_proofs').where('expires_at', '<', now).execute()
    return null
  },
)
