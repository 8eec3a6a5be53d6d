import type { Insertable } from 'kysely'
import type { Writer } from '#server/infra/database/database.ts'
import { insertAll } from '#server/infra/database/insert-rows.ts'
import type { DonationsTable } from '#server/infra/database/schema/donation-tables.ts'
import { toQueuedMails } from '#server/features/receipts/receipts.ts'
import type { Booking, ConfirmedCapture } from './confirmed-capture.ts'
import type { Donation } from './donations.ts'
import { insertEntries, toLedgerEntry, type RecordedEntry } from './entries.ts'
import { recordMovements } from './movements.ts'
import { takeVersions, toChangeRows } from './board/board-feed.ts'
import { toDonationSums } from './sums/donation-sums.ts'
import { addToSums } from './sums/ledger-sums.ts'

/**
 * Records captures in the ledger, with their donations, the movements since, and the board changes.
 * The table's unique constraints decide what is new, not a query beforehand: a repeated entry adds
 * nothing, nor does a second capture for a checkout. Returns the new ones: `captured` first, then
 * `moved`.
 */
export async function recordCaptures(
  writer: Writer,
  captures: readonly ConfirmedCapture[],
): Promise<{ captured: Booking[]; moved: Booking[] }> {
  if (captures.length === 0) return { captured: [], moved: [] }
  const entries = await insertEntries(
    writer,
    captures.map((capture) => {
      const { objectId, amountCents } = capture
      const owner = { ...capture, timestamp: timeOf(capture) }
      return toLedgerEntry(owner, { kind: 'capture', objectId, amountCents })
    }),
  )
  const newIds = new Set(entries.map(({ donation_id }) => donation_id))
  const fresh = captures.filter(({ donationId }) => newIds.delete(donationId))
  const captured = await addDonations(writer, fresh, entries)
  const moved: Booking[] = []
  for (const capture of captures) {
    const version = await recordMovements(writer, capture)
    if (version !== undefined) moved.push({ checkoutId: capture.checkoutId, version })
  }
  return { captured, moved }
}

async function addDonations(
  writer: Writer,
  fresh: readonly ConfirmedCapture[],
  entries: readonly RecordedEntry[],
): Promise<Booking[]> {
  if (fresh.length === 0) return []
  const firstVersion = await takeVersions(writer, fresh.length)
  await addToSums(writer, entries)
  let last = await findLastTimestamp(writer)
  const donations = fresh.map((capture, index) => {
    last = Math.max(last, capture.timestamp)
    const timestamp = capture.past?.capturedAt ?? last
    return toDonation(capture, { sequence: firstVersion + index, timestamp })
  })
  const changes = donations.map((after) => ({ version: after.sequence, before: null, after }))
  const receipts = fresh.flatMap((capture) =>
    capture.past === undefined
      ? [{ ...capture, kind: 'donation' as const, createdAt: capture.timestamp }]
      : [],
  )
  await insertAll(writer, [
    { table: 'donations', rows: donations },
    toDonationSums(donations, fresh),
    toChangeRows(changes),
    toQueuedMails(receipts),
  ])
  return donations.map(({ checkout_id, sequence }) => ({
    checkoutId: checkout_id,
    version: sequence,
  }))
}

/**
 * Returns the earliest time that a new donation may have. Pages sort equal amounts by time, and the
 * ranking by sequence, so both must have the same order even if a clock is set back or two nodes'
 * clocks differ.
 */
async function findLastTimestamp(writer: Writer): Promise<number> {
  const last = await writer
    .selectFrom('donations')
    .select('timestamp')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.timestamp ?? 0
}

function toDonation(
  capture: ConfirmedCapture,
  place: Pick<Donation, 'sequence' | 'timestamp'>,
): Insertable<DonationsTable> & Donation {
  return {
    id: capture.donationId,
    checkout_id: capture.checkoutId,
    user_id: capture.userId,
    name: capture.name,
    message: capture.message ?? null,
    amount_cents: capture.amountCents,
    livemode: capture.livemode,
    ...place,
    captured_at: capture.capturedAt ?? null,
    begun_at: capture.begunAt ?? null,
    named_at: null,
    option_id: capture.optionId ?? null,
    removed_at: null,
    team_id: capture.teamId ?? null,
  }
}

function timeOf({ timestamp, past }: ConfirmedCapture): number {
  return past?.capturedAt ?? timestamp
}

export type { Booking, ConfirmedCapture } from './confirmed-capture.ts'
export { hasCaptured } from './recent-captures.ts'
export { advanceBoard, lockBoard } from './board/board-feed.ts'
export { setShownTexts, type ShownTexts } from './board/shown-texts.ts'
export { findOrphanCaptures, readDonationSums, type DonationSums } from './audit-reads.ts'
export { findDonation, findDonationsById, findOwnedDonations, type Donation } from './donations.ts'
export { readLedgerCounts } from './ledger-counts.ts'
export { findNetCents } from './net.ts'
export { findVotes, sumCounted, sumVotes } from './sums/votes.ts'
export { findEntryPage, type LedgerEntry } from './host/entry-pages.ts'
export { readLedgerMark } from './host/ledger-mark.ts'
export { countDonations, searchDonations, type DonationPlace } from './host/donation-search.ts'
export {
  findCheckoutsOfObject,
  findSummed,
  findSummedById,
  lockLeftCents,
  type SummedDonation,
} from './host/host-donations.ts'
export { selectDonated, sumDonated } from './donated.ts'
export { sumOpenDisputes } from './sums/donation-sums.ts'
export { findQuarterSums, sumEntries, type KindSum } from './sums/ledger-sums.ts'
export {
  findLastMovementId,
  findMovements,
  findMovementsOf,
  findRecordedCapture,
  selectCheckoutOfCapture,
  toObjectId,
  toObjectRefs,
  type RecordedMovement,
} from './recorded-movements.ts'
export {
  findEntriesOf,
  findOwnersOf,
  findLikelyToMove,
  selectPaymentsMoved,
  type MovedBetween,
  type PaymentEntry,
} from './payment-entries.ts'
export {
  countEarlierEquals,
  countEqualsBetween,
  findBelowAmount,
  readAbove,
  readBelow,
  readFeed,
  readHistogram,
  readTop,
  readCountedTimes,
  readVersion,
  type BoardChange,
} from './board/board-reads.ts'
export {
  findDonors,
  findFirstSince,
  findNamedSince,
  findNames,
  findShown,
  findShownFrom,
  isSameSpan,
  isWithin,
  MAX_CLOCK_LEAD_MS,
  queryCounted,
  readCounted,
  shownFrom,
  type CountedDonation,
  type DonationOwner,
  type CountedSpan,
  type CountedTimes,
} from './board/board-rows.ts'
export { heldSequence, namedSequence } from './board/name-columns.ts'
export {
  namingOf,
  sumDonors,
  sumTeamDonors,
  type DonorSum,
  type TeamDonorSum,
} from './board/donor-sums.ts'
export { findBestDonations, findDonorsSince, findPassers } from './board/passed-donors.ts'
export {
  compareRank,
  isShown,
  toPublicDonation,
  type OwnedDonation,
  type RankKey,
  type ShownDonation,
} from './board/public-donations.ts'
