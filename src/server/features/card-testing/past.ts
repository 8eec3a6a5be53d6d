import { sql, type SelectQueryBuilder } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'
import { selectDeclines, type Tally, type TallySpan } from './store.ts'

/** A query for the tally of each account. */
type Tallies = SelectQueryBuilder<Schema, never, Tally & { user_id: string }>

/** Selects the checkouts of each account since `since` and since `recently` (Unix ms). */
export type TallyCheckouts = (userIds: readonly string[], span: TallySpan) => Tallies

/** The past that decides who may begin a checkout. */
export interface Past {
  checkouts: Map<string, Tally>
  declines: Map<string, Tally>
  /** The recent declines of addresses. */
  ofAddresses: Map<string | null, number>
  /** The time until which every checkout needs a proof of work, Unix ms; 0 for never. */
  alarmUntil: number
}

interface PastQuery {
  userIds: readonly string[]
  addressKeys: readonly string[]
  span: TallySpan
}

/** Reads the past of accounts and addresses, in one statement. */
export async function readPast(
  reader: Reader,
  { userIds, addressKeys, span }: PastQuery,
  tallyCheckouts: TallyCheckouts,
): Promise<Past> {
  const tallies = ['user_id as key', 'recent', 'total', 'oldest'] as const
  const rows = await reader
    .selectFrom(tallyCheckouts(userIds, span).as('checkouts'))
    .select([sql.lit('checkouts').as('kind'), ...tallies])
    .unionAll(
      reader
        .selectFrom(selectDeclines(reader, userIds, span).as('declines'))
        .select([sql.lit('declines').as('kind'), ...tallies]),
    )
    .unionAll(selectAddresses(reader, addressKeys, span.recently))
    .unionAll(
      reader
        .selectFrom('card_testing')
        .select([sql.lit('alarm').as('kind'), sql.lit('').as('key')])
        .select([sql.lit(0).as('recent'), sql.lit(0).as('total'), 'alarm_until as oldest']),
    )
    .execute()
  const alarm = rows.find(({ kind }) => kind === 'alarm')
  if (alarm === undefined) throw new Error('The state of the alarm is missing.')
  const ofKind = (wanted: string) => rows.filter(({ kind }) => kind === wanted)
  const toTallies = (kind: string) =>
    new Map(ofKind(kind).map(({ key, recent, total, oldest }) => [key, { recent, total, oldest }]))
  return {
    checkouts: toTallies('checkouts'),
    declines: toTallies('declines'),
    ofAddresses: new Map(ofKind('addresses').map(({ key, recent }) => [key, recent])),
    alarmUntil: alarm.oldest,
  }
}

/** Selects the declined attempts from each address since a time, Unix ms. */
function selectAddresses(reader: Reader, addressKeys: readonly string[], since: number) {
  return reader
    .selectFrom('declines')
    .select([sql.lit('addresses').as('kind'), sql<string>`address_key`.as('key')])
    .select(({ fn }) => [fn.countAll<number>().as('recent'), fn.countAll<number>().as('total')])
    .select(({ fn }) => fn.min('at').as('oldest'))
    .where('address_key', 'in', addressKeys)
    .where('at', '>', since)
    .groupBy('address_key')
}
