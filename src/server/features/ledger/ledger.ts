import { sql, type Insertable, type Selectable } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Writer } from '../../infra/database/database.ts'
import type { BoardChangesTable, DonationsTable } from '../../infra/database/schema.ts'

/** Money that a provider has confirmed as taken for a checkout. */
export interface ConfirmedCapture {
  checkoutId: string
  donationId: string
  userId: string
  provider: ProviderName
  /** The provider's id of the charge or capture. */
  objectId: string
  amountCents: number
  livemode: 0 | 1
  /** The payer's given name, cleaned; null where the provider has none. */
  name: string | null
  /** When the server writes it, Unix ms. */
  timestamp: number
}

export type Donation = Selectable<DonationsTable>

/**
 * Writes captures into the ledger, the donations they make, and the board changes that tell of
 * them. A capture that the ledger knows, or a second one for a checkout, adds nothing: the
 * table's unique constraints decide, not a look beforehand. Answers the new donations.
 */
export async function recordCaptures(
  writer: Writer,
  captures: readonly ConfirmedCapture[],
): Promise<Donation[]> {
  if (captures.length === 0) return []
  const recorded = await insertEntries(writer, captures)
  const fresh = captures.filter(({ donationId }) => recorded.delete(donationId))
  if (fresh.length === 0) return []
  const firstVersion = await takeVersions(writer, fresh.length)
  const donations = fresh.map((capture, index) => toDonation(capture, firstVersion + index))
  await writer.insertInto('donations').values(donations).execute()
  await writer.insertInto('board_changes').values(donations.map(toArrival)).execute()
  return donations
}

async function insertEntries(
  writer: Writer,
  captures: readonly ConfirmedCapture[],
): Promise<Set<string>> {
  const inserted = await writer
    .insertInto('ledger_entries')
    .values(
      captures.map((capture) => ({
        provider: capture.provider,
        object_id: capture.objectId,
        kind: 'capture' as const,
        checkout_id: capture.checkoutId,
        donation_id: capture.donationId,
        amount_cents: capture.amountCents,
        livemode: capture.livemode,
        created_at: capture.timestamp,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('donation_id')
    .execute()
  return new Set(inserted.map((entry) => entry.donation_id))
}

/** Takes the next `count` versions of the board and answers the first; they commit in order. */
async function takeVersions(writer: Writer, count: number): Promise<number> {
  const { version } = await writer
    .updateTable('board_head')
    .set((update) => ({ version: update('version', '+', count) }))
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version - count + 1
}

function toDonation(capture: ConfirmedCapture, version: number): Donation {
  return {
    id: capture.donationId,
    checkout_id: capture.checkoutId,
    user_id: capture.userId,
    name: capture.name,
    amount_cents: capture.amountCents,
    livemode: capture.livemode,
    timestamp: capture.timestamp,
    sequence: version,
  }
}

function toArrival(donation: Donation): Insertable<BoardChangesTable> {
  return {
    version: donation.sequence,
    donation_id: donation.id,
    name: donation.name,
    timestamp: donation.timestamp,
    sequence: donation.sequence,
    previous_amount_cents: null,
    amount_cents: donation.name === null ? null : donation.amount_cents,
  }
}

/**
 * Takes every test donation off the board and answers how many there were. The ledger keeps its
 * entries, so that a late webhook cannot bring one back.
 */
export async function removeTestDonations(writer: Writer): Promise<number> {
  const shown = await writer
    .selectFrom('donations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('livemode', '=', 0)
    .where('name', 'is not', null)
    .where('amount_cents', '>', 0)
    .executeTakeFirstOrThrow()
  if (shown.count > 0) {
    const firstVersion = await takeVersions(writer, shown.count)
    await sql`insert into board_changes
        (version, donation_id, name, timestamp, sequence, previous_amount_cents, amount_cents)
      select ${sql.lit(firstVersion - 1)} + row_number() over (order by sequence),
        id, name, timestamp, sequence, amount_cents, null
      from donations
      where livemode = 0 and name is not null and amount_cents > 0`.execute(writer)
  }
  const result = await writer
    .deleteFrom('donations')
    .where('livemode', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(result.numDeletedRows)
}
