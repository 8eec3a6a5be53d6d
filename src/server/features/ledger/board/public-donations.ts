import { sql, type SqlBool } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

/** The key of the ranking: the higher amount first, of equal ones the smaller sequence. */
export interface RankKey {
  /** The amount that is left after refunds and disputes. */
  amountCents: number
  /** The board version that added the donation. */
  sequence: number
}

/** Compares two donations for sorting: negative if `a` ranks higher than `b`. */
export function compareRank(a: RankKey, b: RankKey): number {
  return b.amountCents - a.amountCents || a.sequence - b.sequence
}

/** The order of `compareRank` in queries. */
export const byRank = sql`amount_cents desc, sequence`

/** A donation that the board of its mode shows, as everybody may see it. */
export interface ShownDonation extends RankKey {
  id: string
  name: string
  message: string | null
  /** Unix ms. */
  timestamp: number
}

/** A donation as its donor may see it. */
export interface OwnedDonation extends Omit<ShownDonation, 'name'> {
  /** Null if the provider named no payer. */
  name: string | null
  livemode: Livemode
  userId: string
}

/** The fields of a donation, or of a change of it, that decide whether it is shown. */
interface Showable {
  name: string | null
  /** Null in a change that takes it off the board. */
  amountCents: number | null
  livemode: Livemode | null
}

/**
 * Returns whether a mode's board, by default that of the donation's own mode, shows a donation: one
 * with a name and with money left. `onBoard` is the same rule in SQL.
 */
export function isShown<Donation extends Showable>(
  donation: Donation,
  livemode: Livemode | null = donation.livemode,
): donation is Donation & { name: string; amountCents: number } {
  const { name, amountCents } = donation
  return donation.livemode === livemode && name !== null && amountCents !== null && amountCents > 0
}

/**
 * The rule of `isShown` in SQL, but for the mode. It is the same text as in the partial indexes:
 * with a bound 0 the databases would not use them.
 */
export const onBoard = sql<SqlBool>`name is not null and amount_cents > 0`

/** Begins a query of the donations that a mode's board shows, without columns. */
export function queryShown(reader: Reader, livemode: Livemode) {
  return reader.selectFrom('donations').where('livemode', '=', livemode).where(onBoard)
}

/** Begins a query of the donations that a mode's board shows, each as a `ShownDonation`. */
export function selectShown(reader: Reader, livemode: Livemode) {
  return (
    queryShown(reader, livemode)
      .select(['id', 'amount_cents as amountCents', 'timestamp', 'sequence', 'message'])
      // A shown donation always has a name, which the table's type cannot express.
      .select(sql<string>`name`.as('name'))
  )
}

/**
 * Begins a query of donations for their donors, each as an `OwnedDonation`: also of those that the
 * board does not show, but of none that was removed.
 */
export function selectOwned(reader: Reader) {
  return reader
    .selectFrom('donations')
    .select(['id', 'amount_cents as amountCents', 'timestamp', 'sequence', 'name', 'livemode'])
    .select(['message', 'user_id as userId'])
    .where('removed_at', 'is', null)
}

/**
 * Returns a shown or an own donation as a browser gets it. Every field is named, so that nothing
 * else can get out. The position is undefined in lists that have none.
 */
export function toPublicDonation<
  Name extends string | null,
  Position extends number | null | undefined,
>(
  donation: Pick<ShownDonation, 'id' | 'amountCents' | 'timestamp' | 'message'> & { name: Name },
  position: Position,
) {
  return {
    position,
    id: donation.id,
    name: donation.name,
    amountCents: donation.amountCents,
    timestamp: new Date(donation.timestamp).toISOString(),
    ...(donation.message !== null && { message: donation.message }),
  }
}
