import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import { sumNet } from '#server/features/ledger/ledger.ts'

/**
 * The number of donations compared at a time; other work runs in between, as it shares the thread.
 */
const CHUNK_SIZE = 2_000

interface Shown {
  checkoutId: string
  donationCents: number
  ledgerCents: number
}

/**
 * Compares every donation with the ledger. Returns the sum of the differences in cents, and keeps a
 * concern open for each while it exists.
 */
export async function audit(reader: Reader, concerns: Pick<Concerns, 'sync'>): Promise<number> {
  const drifts: Drift[] = []
  let after = 0
  for (;;) {
    const { last, shown } = await readStretch(reader, after)
    drifts.push(...shown.flatMap(findDrift))
    if (last === undefined) break
    after = last
    await setImmediate()
  }
  const orphans = await findOrphans(reader)
  await concerns.sync('board_drift', drifts.map(toTrouble))
  await concerns.sync(
    'orphan_capture',
    orphans.map(({ checkoutId, amountCents }) => ({
      subject: checkoutId,
      message: `The ledger has a capture of ${amountCents} cents without a donation.`,
      details: { checkoutId, amountCents },
    })),
  )
  return [
    ...drifts.map(({ cents }) => cents),
    ...orphans.map(({ amountCents }) => amountCents),
  ].reduce((sum, cents) => sum + cents, 0)
}

interface Drift extends Shown {
  /** The size of the difference, positive. */
  cents: number
}

function findDrift(shown: Shown): Drift[] {
  const cents = Math.abs(shown.ledgerCents - shown.donationCents)
  return cents === 0 ? [] : [{ ...shown, cents }]
}

function toTrouble({ checkoutId, ledgerCents, donationCents }: Drift) {
  return {
    subject: checkoutId,
    message: `The ledger has ${ledgerCents} cents, the board ${donationCents}.`,
    details: { checkoutId, ledgerCents, boardCents: donationCents },
  }
}

async function readStretch(
  reader: Reader,
  after: number,
): Promise<{ last: number | undefined; shown: Shown[] }> {
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
    .limit(CHUNK_SIZE)
    .execute()
  return {
    last: rows.length < CHUNK_SIZE ? undefined : rows.at(-1)?.sequence,
    shown: rows.map(({ checkoutId, donationCents, capturedCents, movedCents }) => ({
      checkoutId,
      donationCents,
      ledgerCents: (capturedCents ?? 0) + (movedCents ?? 0),
    })),
  }
}

/**
 * Returns the captures without a donation. They are counted first, since normally there are none.
 */
async function findOrphans(reader: Reader): Promise<{ checkoutId: string; amountCents: number }[]> {
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
