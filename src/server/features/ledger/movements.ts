import type { ProviderName } from '#contract/checkout-states.ts'
import type { Writer } from '../../infra/database/database.ts'
import type { Movement } from '../../payments/provider.ts'
import { queueReceipts, type Receipt } from '../receipts/receipts.ts'
import { insertChanges, takeVersions, toShownCents } from './board-feed.ts'
import { insertEntries, toEntry, type BookedEntry } from './entries.ts'
import { findNetCents } from './net.ts'

/** The movements of one capture's money, as its provider tells them. */
export interface MovedCapture {
  checkoutId: string
  donationId: string
  userId: string
  provider: ProviderName
  livemode: 0 | 1
  timestamp: number
  movements: readonly Movement[]
}

/**
 * Books the movements that are new, and shows of the donation what is left. Answers the version
 * of the board that came of it; undefined where nothing was new.
 */
export async function recordMovements(
  writer: Writer,
  moved: MovedCapture,
): Promise<number | undefined> {
  if (moved.movements.length === 0) return undefined
  const entries = await insertEntries(
    writer,
    moved.movements.map((movement) => toEntry(moved, movement)),
  )
  if (entries.length === 0) return undefined
  // The lock on the head comes before the sum: of two nodes the second one sees the first one's rows.
  const version = await takeVersions(writer, 1)
  await showWhatIsLeft(writer, moved, version)
  await queueReceipts(writer, toReceipts(moved, entries))
  return version
}

async function showWhatIsLeft(
  writer: Writer,
  { checkoutId, donationId }: MovedCapture,
  version: number,
): Promise<void> {
  const before = await writer
    .selectFrom('donations')
    .selectAll()
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow()
  const left = Math.max(0, await findNetCents(writer, checkoutId))
  const after = { ...before, amount_cents: left }
  await writer
    .updateTable('donations')
    .set({ amount_cents: left })
    .where('id', '=', donationId)
    .execute()
  await insertChanges(writer, [
    { version, donation: after, previousCents: toShownCents(before), cents: toShownCents(after) },
  ])
}

/** Of a refund that had failed before it was heard of, there is nothing to tell. */
function toReceipts(moved: MovedCapture, entries: readonly BookedEntry[]): Receipt[] {
  const refunds = entries.filter(({ kind }) => kind === 'refund')
  const reversals = entries.filter(({ kind }) => kind === 'refund_reversal')
  const ids = (some: readonly BookedEntry[]) => new Set(some.map(({ object_id }) => object_id))
  const [refunded, reversed] = [ids(refunds), ids(reversals)]
  return [
    ...refunds.filter(({ object_id }) => !reversed.has(object_id)),
    ...reversals.filter(({ object_id }) => !refunded.has(object_id)),
  ].flatMap(({ kind, object_id, amount_cents }) =>
    kind === 'refund' || kind === 'refund_reversal'
      ? [
          {
            ...moved,
            kind,
            objectId: object_id,
            amountCents: amount_cents,
            createdAt: moved.timestamp,
          },
        ]
      : [],
  )
}
