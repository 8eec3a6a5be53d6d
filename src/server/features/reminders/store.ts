import type { Selectable } from 'kysely'
import { readVersion } from '#server/features/ledger/ledger.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { RemindersTable } from '#server/infra/database/schema/spending-tables.ts'

/** The shortest time between two reminders of a donor, ms. */
export const REMINDER_INTERVAL_MS = 24 * 60 * 60 * 1000

export type ReminderRow = Selectable<RemindersTable>

/** Returns whether an account's reminders are on. */
export async function areRemindersOn(reader: Reader, userId: string): Promise<boolean> {
  return (await findReminder(reader, userId))?.is_on === 1
}

/** Returns an account's reminders, on or off; undefined if it never had any. */
export async function findReminder(
  reader: Reader,
  userId: string,
): Promise<ReminderRow | undefined> {
  return reader.selectFrom('reminders').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Returns the reminders that are on, by account, from behind the id `after`. */
export async function findReminders(
  reader: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<ReminderRow[]> {
  return reader
    .selectFrom('reminders')
    .selectAll()
    .where('is_on', '=', 1)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/**
 * Turns an account's reminders on, from the board's version of now. When the last one was sent stays
 * known, and the place is learned anew.
 */
export const beginReminders = writeEach(
  'reminders.begin',
  async (writer, { userId, at }: { userId: string; at: number }) => {
    const seen = await readVersion(writer)
    const row = { is_on: 1, place: null, seen_sequence: seen, updated_at: at } as const
    await writer
      .insertInto('reminders')
      .values({ user_id: userId, last_sent_at: 0, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    return null
  },
)

/** Turns an account's reminders off, if it has any. */
export const endReminders = writeEach(
  'reminders.end',
  async (writer, { userId, at }: { userId: string; at: number }) => {
    await writer
      .updateTable('reminders')
      .set({ is_on: 0, updated_at: at })
      .where('user_id', '=', userId)
      .execute()
    return null
  },
)

interface SeenPlace {
  userId: string
  place: number | null
  /** The version of the board at which the donor has this place. */
  version: number
}

/**
 * Stores a donor's place, unless a node that is ahead has stored it. The first place is always stored:
 * reminders begin with the latest version, which may have changed no donation, and boards stay at
 * the last one that did.
 */
export const notePlace = writeEach(
  'reminders.note-place',
  async (writer, { userId, place, version }: SeenPlace) => {
    await writer
      .updateTable('reminders')
      .set({ place, seen_sequence: version })
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('place', 'is', null), eb('seen_sequence', '<=', version)]))
      .execute()
    return null
  },
)

/**
 * Claims the one reminder of a day; returns false if another node has it, or the donor has turned
 * them off meanwhile. A crash after this loses the reminder, which is better than a second one.
 */
export const claimReminder = writeEach(
  'reminders.claim',
  async (writer, { userId, place, version, at }: SeenPlace & { at: number }) => {
    const { numUpdatedRows } = await writer
      .updateTable('reminders')
      .set({ place, seen_sequence: version, last_sent_at: at })
      .where('user_id', '=', userId)
      .where('is_on', '=', 1)
      .where('last_sent_at', '<=', at - REMINDER_INTERVAL_MS)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
)

/** Gives back the claim of a time (Unix ms) that could not be sent, as it was before. */
export const returnReminder = writeEach(
  'reminders.return',
  async (writer, { before, claimedAt }: { before: ReminderRow; claimedAt: number }) => {
    await writer
      .updateTable('reminders')
      .set({
        place: before.place,
        seen_sequence: before.seen_sequence,
        last_sent_at: before.last_sent_at,
      })
      .where('user_id', '=', before.user_id)
      .where('last_sent_at', '=', claimedAt)
      .execute()
    return null
  },
)
