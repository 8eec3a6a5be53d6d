import type { ProviderName } from '#contract/checkout-states.ts'
import type { DonationState } from '#contract/host/donations.ts'
import type { Reader, Writer } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'

/** A donation with its sums, for hosts. */
export interface SummedDonation {
  id: string
  checkoutId: string
  userId: string
  sequence: number
  livemode: Livemode
  provider: ProviderName
  state: DonationState
  name: string | null
  /** Unix ms. */
  timestamp: number
  grossCents: number
  refundedCents: number
  disputedCents: number
  /** The time when it was deleted as a test donation, Unix ms; null if it was not. */
  removedAt: number | null
}

/** Returns donations by their sequences, in any order. */
export async function findSummed(
  reader: Reader,
  sequences: readonly number[],
): Promise<SummedDonation[]> {
  if (sequences.length === 0) return []
  return selectSummed(reader).where('donations.sequence', 'in', sequences).execute()
}

/** Returns a donation with its sums, or undefined if there is none. */
export async function findSummedById(
  reader: Reader,
  id: string,
): Promise<SummedDonation | undefined> {
  return selectSummed(reader).where('donations.id', '=', id).executeTakeFirst()
}

function selectSummed(reader: Reader) {
  return reader
    .selectFrom('donations')
    .innerJoin('donation_sums as sums', 'sums.sequence', 'donations.sequence')
    .select([
      'donations.id',
      'donations.checkout_id as checkoutId',
      'donations.user_id as userId',
      'donations.sequence',
      'donations.name',
      'donations.timestamp',
      'donations.removed_at as removedAt',
      'donations.livemode',
      'sums.provider',
      'sums.state',
      'sums.gross_cents as grossCents',
      'sums.refunded_cents as refundedCents',
      'sums.disputed_cents as disputedCents',
    ])
}

/**
 * Locks a donation against other transactions that lock it, and returns the cents that are left of
 * it; undefined if there is none.
 */
export async function lockLeftCents(
  writer: Writer,
  donationId: string,
): Promise<number | undefined> {
  const locked = await writer
    .updateTable('donation_sums')
    // An update that changes nothing locks the row on both databases.
    .set(({ ref }) => ({ state: ref('state') }))
    .where('sequence', '=', (from) =>
      from.selectFrom('donations').select('sequence').where('id', '=', donationId),
    )
    .returning(['gross_cents', 'refunded_cents', 'disputed_cents'])
    .executeTakeFirst()
  return locked && locked.gross_cents - locked.refunded_cents - locked.disputed_cents
}

/** Returns the checkouts of the payments to which an object of a provider belongs, by its id. */
export async function findCheckoutsOfObject(reader: Reader, objectId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('ledger_entries')
    .select('checkout_id')
    .where('provider', 'in', ['stripe', 'paypal'])
    .where('object_id', '=', objectId)
    .execute()
  return [...new Set(rows.map(({ checkout_id }) => checkout_id))]
}
