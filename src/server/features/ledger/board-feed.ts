import type { Writer } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { Donation } from './donations.ts'

/**
 * The change of one donation by a version of the board; null cents mean that it is not on the
 * board.
 */
interface FeedChange {
  version: number
  donation: Donation
  previousCents: number | null
  cents: number | null
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

export async function insertChanges(writer: Writer, changes: readonly FeedChange[]): Promise<void> {
  const rows = changes.map(({ version, donation, previousCents, cents }) => ({
    version,
    donation_id: donation.id,
    name: donation.name,
    timestamp: donation.timestamp,
    sequence: donation.sequence,
    previous_amount_cents: previousCents,
    amount_cents: cents,
  }))
  await insertRows(writer, 'board_changes', rows)
}

/** Returns the amount that the board shows of a donation, or null if it does not show it. */
export function toShownCents({ name, amount_cents }: Donation): number | null {
  return name === null || amount_cents === 0 ? null : amount_cents
}
