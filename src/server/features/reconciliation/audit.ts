import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { Reader } from '../../infra/database/database.ts'
import { sumNet } from '../ledger/ledger.ts'

/** Others are served between the stretches, since they share a thread. */
const STRETCH = 2_000

interface Shown {
  checkoutId: string
  donationCents: number
  ledgerCents: number
}

/** Compares every donation with the ledger, and adds what differs to the report. */
export async function audit(reader: Reader, report: ReconcileReport): Promise<void> {
  let after = 0
  for (;;) {
    const { last, shown } = await readStretch(reader, after)
    for (const donation of shown) compare(donation, report)
    if (last === undefined) break
    after = last
    await setImmediate()
  }
  for (const { checkoutId, amountCents } of await findOrphans(reader)) {
    addConcern(report, checkoutId, amountCents, 'The ledger has a capture without a donation.')
  }
}

function compare({ checkoutId, donationCents, ledgerCents }: Shown, report: ReconcileReport): void {
  const drift = Math.abs(ledgerCents - donationCents)
  if (drift === 0) return
  const reason = `The ledger has ${ledgerCents} cents, the board ${donationCents}.`
  addConcern(report, checkoutId, drift, reason)
}

function addConcern(
  report: ReconcileReport,
  checkoutId: string,
  cents: number,
  reason: string,
): void {
  report.driftCents += cents
  report.concerns.push({ subject: `checkout ${checkoutId}`, reason })
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
    .limit(STRETCH)
    .execute()
  return {
    last: rows.length < STRETCH ? undefined : rows.at(-1)?.sequence,
    shown: rows.map(({ checkoutId, donationCents, capturedCents, movedCents }) => ({
      checkoutId,
      donationCents,
      ledgerCents: (capturedCents ?? 0) + (movedCents ?? 0),
    })),
  }
}

/** Captures that have brought no donation; there can be none, and so they are counted first. */
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
