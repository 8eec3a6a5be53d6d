import type { ProviderName } from '#contract/checkout-states.ts'
import type { Writer } from '#server/infra/database/database.ts'
import type { Movement } from '#server/payments/provider.ts'
import { netOf } from '#server/payments/reading/money-effects.ts'
import { queueReceipts, type Receipt } from '#server/features/receipts/receipts.ts'
import { insertChanges, takeVersions } from './board/board-feed.ts'
import {
  findLastMovementId,
  findMovements,
  toObjectId,
  toEntryObjectId,
  type RecordedMovement,
} from './recorded-movements.ts'
import { insertEntries, toLedgerEntry, type RecordedEntry } from './entries.ts'
import { findNetCents } from './net.ts'
import { updateDonationSums } from './sums/donation-sums.ts'
import { addToSums } from './sums/ledger-sums.ts'

/** The movements of one capture's money, as its provider reports them. */
export interface MovedCapture {
  checkoutId: string
  donationId: string
  userId: string
  provider: ProviderName
  livemode: 0 | 1
  timestamp: number
  /** Set if donors were notified of the movements when they happened. */
  past?: object
  movements: readonly Movement[]
  objectIds: readonly string[]
  lastMovementId: number
}

/**
 * Records the new movements, corrects the entries of each object to the provider's current state,
 * and updates the donation to what is left. Returns the resulting version of the board, or
 * undefined if nothing was new.
 */
export async function recordMovements(
  writer: Writer,
  moved: MovedCapture,
): Promise<number | undefined> {
  if (moved.movements.length === 0 && moved.objectIds.length === 0) return undefined
  const fresh = findFresh(moved, await findMovements(writer, moved.checkoutId))
  if (fresh.length === 0) return undefined
  const entries = await insertEntries(
    writer,
    fresh.map((movement) => toLedgerEntry(moved, movement)),
  )
  if (entries.length === 0) return undefined
  // The head is locked before the sum, so that of two nodes the second one sees the first one's
  // rows.
  const version = await takeVersions(writer, 1)
  await addToSums(writer, entries)
  await showWhatIsLeft(writer, moved, version)
  if (moved.past === undefined) await queueReceipts(writer, toReceipts(moved, entries))
  return version
}

/**
 * Returns the entries that the ledger lacks; an outdated response of the provider's corrects
 * nothing.
 */
function findFresh(moved: MovedCapture, recorded: readonly RecordedMovement[]): Movement[] {
  const recordedKeys = new Set(recorded.map(({ kind, object_id }) => `${kind} ${object_id}`))
  const added = moved.movements.filter(
    ({ kind, objectId }) => !recordedKeys.has(`${kind} ${objectId}`),
  )
  if (findLastMovementId(recorded) !== moved.lastMovementId) return added
  const ids = new Set([...moved.objectIds, ...moved.movements.map(({ objectId }) => objectId)])
  return [...added, ...[...ids].flatMap((id) => correct(id, moved.movements, { recorded, added }))]
}

/** Returns the entry that corrects one object to the provider's current state, if one is needed. */
function correct(
  objectId: string,
  movements: readonly Movement[],
  { recorded, added }: { recorded: readonly RecordedMovement[]; added: readonly Movement[] },
): Movement[] {
  const known = recorded.filter(({ object_id }) => toObjectId(object_id) === objectId)
  const isOf = (movement: Movement) => movement.objectId === objectId
  const target = netOf(movements.filter(isOf))
  const entries = known.map(({ kind, amount_cents: amountCents }) => ({ kind, amountCents }))
  const deltaCents = target - netOf([...entries, ...added.filter(isOf)])
  if (deltaCents === 0) return []
  const kind = findCorrection(known, deltaCents)
  const revision = 1 + known.filter((entry) => entry.kind === kind).length
  const isAdded = added.some((one) => isOf(one) && one.kind === kind)
  const id = toEntryObjectId(objectId, revision + (isAdded ? 1 : 0))
  return [{ kind, objectId: id, amountCents: Math.abs(deltaCents) }]
}

function findCorrection(known: readonly RecordedMovement[], deltaCents: number): Movement['kind'] {
  const isRefund = known.some(({ kind }) => kind === 'refund' || kind === 'refund_reversal')
  if (isRefund) return deltaCents > 0 ? 'refund_reversal' : 'refund'
  return deltaCents > 0 ? 'dispute_won' : 'dispute_open'
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
  await updateDonationSums(writer, before)
  const after = { ...before, amount_cents: left }
  await writer
    .updateTable('donations')
    .set({ amount_cents: left })
    .where('id', '=', donationId)
    .execute()
  await insertChanges(writer, [{ version, before, after }])
}

/**
 * Returns the receipts for refunds and their reversals; none for a refund that came together with
 * its reversal.
 */
function toReceipts(moved: MovedCapture, entries: readonly RecordedEntry[]): Receipt[] {
  const refunds = entries.filter(({ kind }) => kind === 'refund')
  const reversals = entries.filter(({ kind }) => kind === 'refund_reversal')
  const ids = (some: readonly RecordedEntry[]) => new Set(some.map(({ object_id }) => object_id))
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
