import { sql, type Selectable } from 'kysely'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import type { MailsTable } from '#server/infra/database/schema/schema.ts'

export type MailRow = Selectable<MailsTable>

/** Returns the ids of mails that are due, the longest due first. */
export async function findDueMails(
  reader: Reader,
  { now, limit }: { now: number; limit: number },
): Promise<number[]> {
  const due = await reader
    .selectFrom('mails')
    .select('id')
    .where('finished_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return due.map(({ id }) => id)
}

/** Returns when the next mail is due, Unix ms; undefined if none waits. */
export async function findNextDue(reader: Reader): Promise<number | undefined> {
  const next = await reader
    .selectFrom('mails')
    .select('next_attempt_at')
    .where('finished_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at
}

interface Claim {
  ids: number[]
  now: number
  /** The time when unfinished mails are due again, also for other nodes, Unix ms. */
  until: number
}

/**
 * Claims mails for one try; returns those that it got: of two nodes that claim at once, only the
 * first gets a mail.
 */
export const claimMails = writeEach(
  'receipts.claim',
  (writer, { ids, now, until }: Claim): Promise<MailRow[]> =>
    writer
      .updateTable('mails')
      .set((update) => ({ next_attempt_at: until, attempts: update('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .where('finished_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .execute(),
)

/** Returns when the last mail was sent, Unix ms; null if none was. */
export async function findLastSentAt(reader: Reader): Promise<number | null> {
  const last = await reader
    .selectFrom('mails')
    .select('finished_at')
    .where('outcome', '=', sql.lit('sent'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.finished_at ?? null
}

/** The failed tries after which a mail counts as failing: some minutes of pauses. */
const FAILING_ATTEMPTS = 5

/** Counts the mails that still wait after some minutes of failed tries. */
export async function countFailing(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('finished_at', 'is', null)
    .where('attempts', '>=', FAILING_ATTEMPTS)
    .executeTakeFirstOrThrow()
  return count
}

interface Ending {
  id: number
  /** The text `sent`, or the reason why the mail never will be. */
  outcome: string
  at: number
}

export const finishMail = writeEach(
  'receipts.finish',
  async (writer, { id, outcome, at }: Ending) => {
    await writer
      .updateTable('mails')
      .set({ finished_at: at, outcome })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .execute()
    return null
  },
)

interface Deferral {
  id: number
  /** The time that the claim set; if it differs now, another node has claimed the mail. */
  claimedUntil: number
  outcome: string
  until: number
}

export const deferMail = writeEach(
  'receipts.defer',
  async (writer, { id, claimedUntil, outcome, until }: Deferral) => {
    await writer
      .updateTable('mails')
      .set({ next_attempt_at: until, outcome })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .where('next_attempt_at', '=', claimedUntil)
      .execute()
    return null
  },
)

/** The outcome of a mail that waits for the confirmation of its address. */
const HELD = 'waits until the e-mail is confirmed'

/** Counts the mails that were sent to an account since a time, Unix ms. */
export async function countSent(
  reader: Reader,
  { userId, since }: { userId: string; since: number },
): Promise<number> {
  const { count } = await reader
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('finished_at', '>', since)
    // A literal, as in the partial index: with a bound value the databases would not use it.
    .where('outcome', '=', sql.lit('sent'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Defers a mail to an unconfirmed address, without counting that as a try. */
export const holdMail = writeEach(
  'receipts.hold',
  async (writer, { id, claimedUntil, until }: Omit<Deferral, 'outcome'>) => {
    await writer
      .updateTable('mails')
      .set((update) => ({
        next_attempt_at: until,
        outcome: HELD,
        attempts: update('attempts', '-', 1),
      }))
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .where('next_attempt_at', '=', claimedUntil)
      .execute()
    return null
  },
)

/** Makes the mails due that waited for the confirmation of an account's address. */
export const releaseMails = writeEach(
  'receipts.release',
  async (writer, { userId, now }: { userId: string; now: number }) => {
    await writer
      .updateTable('mails')
      .set({ next_attempt_at: now })
      .where('user_id', '=', userId)
      .where('finished_at', 'is', null)
      .where('outcome', '=', HELD)
      .execute()
    return null
  },
)

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
