import { sql, type Selectable } from 'kysely'
import { writeEach, type Reader, type Write, type Writer } from '#server/infra/database/database.ts'
import { rowList } from '#server/infra/database/row-list.ts'
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

const ENDED = { name: 'ended', types: { id: 'bigint', at: 'bigint', outcome: 'text' } } as const

/** Marks mails as finished, all in one statement; those that are finished already stay. */
export const finishMail: Write<Ending, null> = {
  name: 'receipts.finish',
  apply: async (writer, endings) => {
    await sql`
      update mails set finished_at = ended.at, outcome = ended.outcome
      from ${rowList(writer, ENDED, endings)}
      where mails.id = ended.id and finished_at is null`.execute(writer)
    return endings.map(() => null)
  },
}

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
    await updateClaimed(writer, { id, claimedUntil })
      .set({ next_attempt_at: until, outcome })
      .execute()
    return null
  },
)

/** Begins an update of a mail, unless it is finished or another node has claimed it since. */
function updateClaimed(
  writer: Writer,
  { id, claimedUntil }: Pick<Deferral, 'id' | 'claimedUntil'>,
) {
  return writer
    .updateTable('mails')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('next_attempt_at', '=', claimedUntil)
}

/** The outcome of a mail that waits for the confirmation of its address. */
export const HELD = 'waits until the e-mail is confirmed'

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
    await updateClaimed(writer, { id, claimedUntil })
      .set((update) => ({
        next_attempt_at: until,
        outcome: HELD,
        attempts: update('attempts', '-', 1),
      }))
      .execute()
    return null
  },
)

/** Makes a claimed mail that was not tried due again, without counting that as a try. */
export const returnMail = writeEach(
  'receipts.return',
  async (writer, { id, claimedUntil, until }: Omit<Deferral, 'outcome'>) => {
    await updateClaimed(writer, { id, claimedUntil })
      .set((update) => ({ next_attempt_at: until, attempts: update('attempts', '-', 1) }))
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
