import { writeEach, type Writer } from '#server/infra/database/database.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'

/** The most copies of one receipt that are mailed in a day, UTC. */
const MAX_COPIES_A_DAY = 3
const DAY_MS = 24 * 60 * 60 * 1000

export interface ReceiptCopy {
  userId: string
  donationId: string
  amountCents: number
  livemode: 0 | 1
  now: number
  /** The host who asked for it; missing if the donor did. */
  actor?: AuditActor
}

/** Queues one more mail with a donation's receipt; returns false if that was done often today. */
export const queueCopy = writeEach(
  'receipts.queue-copy',
  async (writer, { userId, donationId, amountCents, livemode, now, actor }: ReceiptCopy) => {
    const day = Math.floor(now / DAY_MS)
    for (let copy = 1; copy <= MAX_COPIES_A_DAY; copy += 1) {
      const queued = await writer
        .insertInto('mails')
        .values({
          // The key takes a place of the day, so that parallel requests cannot take it twice.
          message_key: `copy-${donationId}-${day}-${copy}`,
          kind: 'donation',
          user_id: userId,
          donation_id: donationId,
          amount_cents: amountCents,
          livemode,
          created_at: now,
          attempts: 0,
          next_attempt_at: now,
          finished_at: null,
          outcome: null,
        })
        .onConflict((conflict) => conflict.column('message_key').doNothing())
        .returning('id')
        .execute()
      if (queued.length > 0) {
        if (actor !== undefined) await recordCopy(writer, { donationId, now, actor })
        return true
      }
    }
    return false
  },
)

function recordCopy(
  writer: Writer,
  { donationId, now, actor }: { donationId: string; now: number; actor: AuditActor },
): Promise<void> {
  return recordAudit(writer, {
    at: now,
    actor,
    action: 'receipt.mailed',
    subject: { kind: 'donation', id: donationId },
    before: null,
    after: null,
  })
}
