import type { Writer } from '#server/infra/database/database.ts'
import { insertAll, type TableRows } from '#server/infra/database/insert-rows.ts'
import type { Donation } from '../donations.ts'
import { isShown } from './public-donations.ts'

/** The change of one donation by a version of the board. */
interface FeedChange {
  version: number
  /** Null if the version adds the donation. */
  before: Donation | null
  after: Donation
  /** True if the name or the message of before must not be sent to anybody any more. */
  retracts?: boolean
}

/** Takes the next `count` versions of the board and returns the first; they commit in order. */
export async function takeVersions(writer: Writer, count: number): Promise<number> {
  const { version } = await writer
    .updateTable('board_head')
    .set((update) => ({ version: update('version', '+', count) }))
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version - count + 1
}

/**
 * Has this transaction change the board alone: others wait until it has ended. Take this lock
 * before all others, or two transactions may wait for each other.
 */
export async function lockBoard(writer: Writer): Promise<void> {
  await takeVersions(writer, 0)
}

/**
 * Takes a version without a change, for what changes boards but no donation, and locks the board as
 * `lockBoard` does. Returns the version.
 */
export async function advanceBoard(writer: Writer): Promise<number> {
  return takeVersions(writer, 1)
}

export async function insertChanges(writer: Writer, changes: readonly FeedChange[]): Promise<void> {
  await insertAll(writer, [toChangeRows(changes)])
}

/** Returns the rows of changes, to insert them together with those of other tables. */
export function toChangeRows(changes: readonly FeedChange[]): TableRows {
  const rows = changes.map(({ version, before, after, retracts = false }) => ({
    version,
    donation_id: after.id,
    name: after.name,
    message: after.message,
    timestamp: after.timestamp,
    captured_at: after.captured_at,
    begun_at: after.begun_at,
    named_at: after.named_at,
    sequence: after.sequence,
    previous_amount_cents: before && toShownCents(before),
    amount_cents: toShownCents(after),
    retracts: retracts ? (1 as const) : (0 as const),
  }))
  return { table: 'board_changes', rows }
}

/** Returns the amount that the board shows of a donation, or null if it does not show it. */
function toShownCents({ name, amount_cents: amountCents, livemode }: Donation): number | null {
  return isShown({ name, amountCents, livemode }) ? amountCents : null
}
