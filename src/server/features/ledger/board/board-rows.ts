import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { shownFrom, withinSpan, type CountedSpan } from './counted-span.ts'
import { inParts } from './in-parts.ts'
import { holdsName, showsName } from './name-columns.ts'
import { isShown, onBoard, type ShownDonation } from './public-donations.ts'

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

/** Returns the sequence of the first donation recorded at a time, Unix ms, or later. */
export async function findFirstSince(
  reader: Reader,
  livemode: Livemode,
  since: number,
): Promise<number | undefined> {
  const first = await reader
    .selectFrom('donation_sums')
    .select('sequence')
    .where('livemode', '=', livemode)
    .where('timestamp', '>=', since)
    .orderBy('timestamp')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return first?.sequence
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
