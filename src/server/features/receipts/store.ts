import { sql, type Selectable } from 'kysely'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { MailsTable } from '#server/infra/database/schema/schema.ts'

export type MailRow = Selectable<MailsTable>

/** Ids of mails that are due, in the order in which they became so. */
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

/** When the next mail is due, Unix ms; undefined where none waits. */
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
  /** When mails that have come to no end are due again, also for others. */
  until: number
}

/**
 * Takes mails for one try, and answers those that it got: of two nodes that ask at once, the second
 * one sees the condition fail.
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

interface Ending {
  id: number
  /** `sent`, or why it never will be. */
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
  /** What the claim set; where it is another by now, somebody else has taken the mail. */
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

/** Why a mail waits whose address nobody has confirmed. */
const HELD = 'waits until the e-mail is confirmed'

/** Counts the mails that an account was sent since a time, Unix ms. */
export async function countSent(
  reader: Reader,
  { userId, since }: { userId: string; since: number },
): Promise<number> {
  const { count } = await reader
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('finished_at', '>', since)
    // Written as the partial index is: with a bound value the databases would not choose it.
    .where('outcome', '=', sql.lit('sent'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lets a mail wait whose address nobody has confirmed; this does not count as a try. */
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

/** Makes due what waited for the confirmation of an account's address. */
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

/** What a receipt says of its donation, as it is when the receipt is written. */
interface ToldDonation {
  /** What the donor gave. */
  donatedCents: number
  /** What of it has gone back by refunds. */
  refundedCents: number
  /** What of it counts; 0 where it was disputed or removed, too. */
  countedCents: number
  /** The payer's name if it is shown. */
  name: string | null
}

export async function requireDonation(reader: Reader, donationId: string): Promise<ToldDonation> {
  const donation = await reader
    .selectFrom('checkouts')
    .leftJoin('donations', 'donations.id', 'checkouts.donation_id')
    .select([
      'checkouts.id as checkoutId',
      'checkouts.amount_cents as donatedCents',
      'donations.amount_cents as leftCents',
      'donations.removed_at as removedAt',
      'donations.name',
    ])
    .where('checkouts.donation_id', '=', donationId)
    .executeTakeFirstOrThrow()
  const { checkoutId, donatedCents, leftCents, removedAt, name } = donation
  const refundedCents = await sumRefunds(reader, checkoutId)
  const countedCents = removedAt === null ? (leftCents ?? 0) : 0
  return { donatedCents, refundedCents, countedCents, name }
}

async function sumRefunds(reader: Reader, checkoutId: string): Promise<number> {
  const movements = await reader
    .selectFrom('ledger_entries')
    .select(['kind', 'amount_cents'])
    .where('checkout_id', '=', checkoutId)
    .where('kind', '<>', sql.lit('capture'))
    .execute()
  return movements.reduce((sum, { kind, amount_cents }) => {
    if (kind === 'refund') return sum + amount_cents
    return kind === 'refund_reversal' ? sum - amount_cents : sum
  }, 0)
}
