import { sql, type Insertable, type Selectable } from 'kysely'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { HostRefundsTable } from '#server/infra/database/schema/host-donations-tables.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { lockLeftCents } from '#server/features/ledger/ledger.ts'

export type RefundRow = Selectable<HostRefundsTable>

/** A host's request; `asked_cents` is null if it is for all that is left. */
export type AskedRefund = Pick<
  Insertable<HostRefundsTable>,
  'id' | 'donation_id' | 'checkout_id' | 'request_key' | 'asked_cents' | 'reason' | 'created_at'
> & { actor: AuditActor }

/** The stored refund, which an earlier request may have stored; or the cents that are left. */
export type StoredRefund =
  | { refund: RefundRow; isNew: boolean }
  | { refund: null; leftCents: number }

/**
 * Stores a refund, unless its request was stored before or more is asked for than is left. What
 * other refunds have on the way is not left; the donation is locked, so that of two requests at
 * once the second one sees the first.
 */
export const storeRefund = writeEach(
  'host-donations.store-refund',
  async (writer, { actor, ...asked }: AskedRefund): Promise<StoredRefund> => {
    const booked = await lockLeftCents(writer, asked.donation_id)
    const known = await selectRequest(writer, asked).executeTakeFirst()
    if (known !== undefined) return { refund: known, isNew: false }
    const waiting = await sumOnTheWay(writer, [asked.checkout_id])
    const leftCents = Math.max(0, (booked ?? 0) - (waiting.get(asked.checkout_id) ?? 0))
    const amountCents = asked.asked_cents ?? leftCents
    if (amountCents === 0 || amountCents > leftCents) return { refund: null, leftCents }
    const refund = await writer
      .insertInto('host_refunds')
      .values({
        ...asked,
        requested_by: actor.id,
        amount_cents: amountCents,
        object_id: null,
        message: null,
        attempts: 0,
        tried_at: null,
        next_attempt_at: asked.created_at,
        finished_at: null,
        is_failed: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(writer, {
      at: asked.created_at,
      actor,
      action: 'refund.requested',
      subject: { kind: 'donation', id: asked.donation_id },
      before: { leftCents },
      after: { leftCents: leftCents - amountCents, amountCents, reason: asked.reason },
    })
    return { refund, isNew: true }
  },
)

function selectRequest(
  reader: Reader,
  { donation_id, request_key }: Pick<AskedRefund, 'donation_id' | 'request_key'>,
) {
  return reader
    .selectFrom('host_refunds')
    .selectAll()
    .where('donation_id', '=', donation_id)
    .where('request_key', '=', request_key)
}

/**
 * Claims the due refunds until another time, Unix ms: of two nodes that claim at once, only the
 * first gets a refund.
 */
export const claimRefunds = writeEach(
  'host-donations.claim-refunds',
  (writer, { now, until }: { now: number; until: number }): Promise<RefundRow[]> =>
    writer
      .updateTable('host_refunds')
      .set((update) => ({
        next_attempt_at: until,
        attempts: update('attempts', '+', 1),
        tried_at: sql<number>`coalesce(tried_at, ${now})`,
      }))
      .where('finished_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .execute(),
)

type Progress = Pick<RefundRow, 'id'> &
  Partial<
    Pick<RefundRow, 'object_id' | 'message' | 'next_attempt_at' | 'finished_at' | 'is_failed'>
  >

/** Stores how far a refund is; a finished one stays as it is. */
export const noteRefund = writeEach(
  'host-donations.note-refund',
  async (writer, { id, ...progress }: Progress) => {
    await writer
      .updateTable('host_refunds')
      .set(progress)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .execute()
    return null
  },
)

/** Returns the time when the next refund is due, Unix ms; undefined if none waits. */
export async function findNextDue(reader: Reader): Promise<number | undefined> {
  const next = await reader
    .selectFrom('host_refunds')
    .select('next_attempt_at')
    .where('finished_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at
}

/** Returns the refunds of a donation, the oldest first. */
export async function findRefunds(reader: Reader, donationId: string): Promise<RefundRow[]> {
  return reader
    .selectFrom('host_refunds')
    .selectAll()
    .where('donation_id', '=', donationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Sums the refunds that are on the way, by checkout. Few are at any time. */
export async function sumOnTheWay(
  reader: Reader,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (checkoutIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('host_refunds')
    .select(['checkout_id', 'amount_cents'])
    .where('finished_at', 'is', null)
    .where('checkout_id', 'in', checkoutIds)
    .execute()
  const sums = new Map<string, number>()
  for (const { checkout_id: id, amount_cents: cents } of rows) {
    sums.set(id, (sums.get(id) ?? 0) + cents)
  }
  return sums
}
