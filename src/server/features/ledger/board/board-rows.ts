import { sql } from 'kysely'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { isShown, onBoard, queryShown, type ShownDonation } from './public-donations.ts'
import { shownFrom, withinSpan, type CountedSpan } from './counted-span.ts'

export {
  findShownFrom,
  isSameSpan,
  isWithin,
  shownFrom,
  type CountedSpan,
  type CountedTimes,
} from './counted-span.ts'

/** A donation of a mode's board as other boards count it. */
export interface CountedDonation {
  sequence: number
  timestamp: number
  amountCents: number
  userId: string
  /** The time from which it is on the board of the span, Unix ms. */
  shownFrom: number
  /** The donors' team for which it was given; null for none. */
  teamId: string | null
  /** True if it shows its donor's name. */
  isNamed: boolean
  /** True if its donor's name is held, denied or hidden. */
  isHeld: boolean
}

/** The donations of one donor within a span, together. */
export interface DonorSum {
  userId: string
  amountCents: number
  /** The sequence of the latest donation, with which the sum was reached. */
  sequence: number
  /** The sequence of the latest donation that shows the donor's name; null if none does. */
  nameSequence: number | null
  /** The sequence of the latest donation whose name is held, denied or hidden; null if none is. */
  heldSequence: number | null
}

/**
 * Returns the sequence of the donation from which a donor's row has its name: the latest that shows
 * one, else the latest whose name is held; null if all are anonymous.
 */
export function namingOf({
  nameSequence,
  heldSequence,
}: Pick<DonorSum, 'nameSequence' | 'heldSequence'>): number | null {
  return nameSequence ?? heldSequence
}

/** The donations of one donor for one team within a span, together. */
export interface TeamDonorSum extends DonorSum {
  teamId: string
  /** The part of the sum that was given in donations which show the donor's name. */
  namedCents: number
  /** The part that was given in donations whose name is held, denied or hidden. */
  heldCents: number
}

/** The account that a donation is of, and the donors' team that it is for. */
export interface DonationOwner {
  userId: string
  /** Null for none. */
  teamId: string | null
}

/** A shown donation and whose it is: the account is for nobody to see. */
export interface ShownRow extends ShownDonation, DonationOwner {}

/**
 * The most, ms, by which the time of a capture may be after the time at which it is recorded: two
 * clocks differ.
 */
export const MAX_CLOCK_LEAD_MS = 5 * 60_000

/** The most values that one query lists. */
const MAX_LISTED = 1_000

const showsName = sql<0 | 1>`case when name in (${ANONYMOUS}, ${HELD_NAME}) then 0 else 1 end`
const holdsName = sql<0 | 1>`case when name = ${HELD_NAME} then 1 else 0 end`

/**
 * Returns counted donations of a span in the order of their recording, those after `after`, at most
 * `limit`.
 */
export async function readCounted(
  reader: Reader,
  wanted: {
    livemode: Livemode
    span: CountedSpan
    after: Pick<CountedDonation, 'timestamp' | 'sequence'> | undefined
    limit: number
  },
): Promise<CountedDonation[]> {
  const { livemode, span, limit } = wanted
  const after = wanted.after ?? { timestamp: 0, sequence: 0 }
  const rows = await queryCounted(reader, livemode, span, after.timestamp)
    .select(['donations.sequence', 'donations.timestamp', 'donations.user_id as userId'])
    .select(['donations.amount_cents as amountCents', 'donations.team_id as teamId'])
    .select([shownFrom(span).as('shownFrom'), showsName.as('isNamed'), holdsName.as('isHeld')])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('donation_sums.timestamp', 'donation_sums.sequence'),
        '>',
        tuple(after.timestamp, after.sequence),
      ),
    )
    .orderBy('donation_sums.timestamp')
    .orderBy('donation_sums.sequence')
    .limit(limit)
    .execute()
  return rows.map((row) =>
    Object.assign(row, { isNamed: row.isNamed === 1, isHeld: row.isHeld === 1 }),
  )
}

/**
 * Begins a query of the counted donations of a span that were recorded from a time on, without
 * columns. The sums of donations have the index by that time; none was recorded long before it was
 * taken, but some long after. There is one lower bound, since SQLite seeks by only one.
 */
export function queryCounted(reader: Reader, livemode: Livemode, span: CountedSpan, recorded = 0) {
  const from = Math.max(recorded, span.start - MAX_CLOCK_LEAD_MS)
  return reader
    .selectFrom('donation_sums')
    .innerJoin('donations', 'donations.sequence', 'donation_sums.sequence')
    .where('donation_sums.livemode', '=', livemode)
    .where('donation_sums.timestamp', '>=', from)
    .where(withinSpan(span))
    .where(onBoard)
}

/**
 * Returns the sequences of donations that were recorded without a name, and got one at a time, Unix
 * ms, or later; at most `limit`.
 */
export async function findNamedSince(
  reader: Reader,
  since: number,
  limit: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('donations')
    .select('sequence')
    .where('named_at', '>=', since)
    .orderBy('named_at')
    .limit(limit)
    .execute()
  return rows.map(({ sequence }) => sequence)
}

/** Returns the sums of donors within a span; a donor without counted donations has none. */
export async function sumDonors(
  reader: Reader,
  userIds: readonly string[],
  counted: { livemode: Livemode; span: CountedSpan },
): Promise<Map<string, DonorSum>> {
  const sums = await inParts(userIds, (part) =>
    querySums(reader, part, counted).select('user_id as userId').groupBy('user_id').execute(),
  )
  return new Map(sums.map((sum) => [sum.userId, sum]))
}

/** Returns the sums within a span of donors for each team that they have given for. */
export async function sumTeamDonors(
  reader: Reader,
  userIds: readonly string[],
  counted: { livemode: Livemode; span: CountedSpan },
): Promise<TeamDonorSum[]> {
  return inParts(userIds, (part) =>
    querySums(reader, part, counted)
      .select(['user_id as userId', sql<string>`team_id`.as('teamId')])
      .select(sql<number>`cast(sum(amount_cents * ${showsName}) as bigint)`.as('namedCents'))
      .select(sql<number>`cast(sum(amount_cents * ${holdsName}) as bigint)`.as('heldCents'))
      .where('team_id', 'is not', null)
      .groupBy(['user_id', 'team_id'])
      .execute(),
  )
}

/** Begins a query of sums over counted donations of accounts, without what groups them. */
function querySums(
  reader: Reader,
  userIds: readonly string[],
  { livemode, span }: { livemode: Livemode; span: CountedSpan },
) {
  return (
    queryShown(reader, livemode)
      .select([
        sql<number>`cast(sum(amount_cents) as bigint)`.as('amountCents'),
        sql<number>`max(sequence)`.as('sequence'),
        sql<number | null>`max(case when ${showsName} = 1 then sequence end)`.as('nameSequence'),
        sql<number | null>`max(case when ${holdsName} = 1 then sequence end)`.as('heldSequence'),
      ])
      .where('user_id', 'in', userIds)
      // As in the partial index of the donors' donations; a removed one has no name.
      .where('removed_at', 'is', null)
      .where(withinSpan(span))
  )
}

/** Returns the owners of donations by sequence, whether the board shows them or not. */
export async function findDonors(
  reader: Reader,
  sequences: readonly number[],
): Promise<Map<number, DonationOwner>> {
  const rows = await findRows(reader, sequences)
  return new Map(
    rows.map(({ sequence, user_id: userId, team_id: teamId }) => [sequence, { userId, teamId }]),
  )
}

/** Returns shown donations by sequence. */
export async function findShown(
  reader: Reader,
  livemode: Livemode,
  sequences: readonly number[],
): Promise<Map<number, ShownRow>> {
  const rows = await inParts(sequences, (part) =>
    reader
      .selectFrom('donations')
      .select(['id', 'name', 'message', 'timestamp', 'sequence', 'livemode'])
      .select(['amount_cents as amountCents', 'user_id as userId', 'team_id as teamId'])
      // With the board's conditions SQLite would read the index of the whole board.
      .where('sequence', 'in', part)
      .execute(),
  )
  const shown = rows.filter((row) => isShown(row, livemode))
  return new Map(shown.map((row) => [row.sequence, row]))
}

/** Returns the names that donations show now, by sequence, also of those without money. */
export async function findNames(
  reader: Reader,
  sequences: readonly number[],
): Promise<Map<number, string>> {
  const rows = await findRows(reader, sequences)
  return new Map(rows.flatMap(({ sequence, name }) => (name === null ? [] : [[sequence, name]])))
}

function findRows(reader: Reader, sequences: readonly number[]) {
  return inParts(sequences, (part) =>
    reader
      .selectFrom('donations')
      .select(['sequence', 'user_id', 'team_id', 'name'])
      .where('sequence', 'in', part)
      .execute(),
  )
}

async function inParts<Value, Row>(
  values: readonly Value[],
  read: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < values.length; from += MAX_LISTED) {
    rows.push(...(await read(values.slice(from, from + MAX_LISTED))))
  }
  return rows
}
