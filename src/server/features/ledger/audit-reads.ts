import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import { sumNet } from './net.ts'

/** The cents that are left of a donation, and those that the ledger has left of its payment. */
export interface DonationSums {
  checkoutId: string
  sequence: number
  donationCents: number
  ledgerCents: number
}

/** Returns the sums of donations with sequences above `after`, in their order. */
export async function readDonationSums(
  reader: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<DonationSums[]> {
  const rows = await reader
    .selectFrom('donations')
    .select((from) => [
      'donations.sequence',
      'donations.checkout_id as checkoutId',
      'donations.amount_cents as donationCents',
      from
        .selectFrom('ledger_entries')
        .select(sumNet().as('net'))
        .whereRef('ledger_entries.checkout_id', '=', 'donations.checkout_id')
        .where('kind', '=', sql.lit('capture'))
        .as('capturedCents'),
      from
        .selectFrom('ledger_entries')
        .select(sumNet().as('net'))
        .whereRef('ledger_entries.checkout_id', '=', 'donations.checkout_id')
        .where('kind', '<>', sql.lit('capture'))
        .as('movedCents'),
    ])
    .where('donations.sequence', '>', after)
    .orderBy('donations.sequence')
    .limit(limit)
    .execute()
  return rows.map(({ checkoutId, sequence, donationCents, capturedCents, movedCents }) => ({
    checkoutId,
    sequence,
    donationCents,
    ledgerCents: (capturedCents ?? 0) + (movedCents ?? 0),
  }))
}

/**
 * Returns the captures without a donation. They are counted first, since normally there are none.
 */
export async function findOrphanCaptures(
  reader: Reader,
): Promise<{ checkoutId: string; amountCents: number }[]> {
  const captures = await reader
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', sql.lit('capture'))
    .executeTakeFirstOrThrow()
  const donations = await reader
    .selectFrom('donations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (captures.count === donations.count) return []
  return reader
    .selectFrom('ledger_entries as entry')
    .leftJoin('donations', 'donations.id', 'entry.donation_id')
    .select(['entry.checkout_id as checkoutId', 'entry.amount_cents as amountCents'])
    .where('entry.kind', '=', sql.lit('capture'))
    .where('donations.id', 'is', null)
    .execute()
}
