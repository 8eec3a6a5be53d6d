import { PRESENCE_MS, type Presences } from '#contract/host/texts.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { Moderator } from './moderator.ts'

interface PresenceChange {
  moderator: Pick<Moderator, 'id' | 'name'>
  donationId: string
  /** False if the host has gone on. */
  isHere: boolean
  at: number
}

/** Stores which text a host looks at; returns whether that is another than before. */
export const notePresence = writeEach(
  'names.note-presence',
  async (writer, { moderator, donationId, isHere, at }: PresenceChange): Promise<boolean> => {
    const deleted = await writer
      .deleteFrom('text_presences')
      .where(({ or, and, eb }) =>
        or([
          // A host who leaves a text may have said already that they look at another.
          and([
            eb('user_id', '=', moderator.id),
            ...(isHere ? [] : [eb('donation_id', '=', donationId)]),
          ]),
          eb('seen_at', '<', at - PRESENCE_MS),
        ]),
      )
      .returning(['user_id', 'donation_id', 'seen_at'])
      .execute()
    const wasHere = deleted.some(
      (one) =>
        one.user_id === moderator.id &&
        one.donation_id === donationId &&
        one.seen_at >= at - PRESENCE_MS,
    )
    if (!isHere) return wasHere
    const presence = { name: moderator.name, donation_id: donationId, seen_at: at }
    await writer
      .insertInto('text_presences')
      .values({ user_id: moderator.id, ...presence })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(presence))
      .execute()
    return !wasHere
  },
)

/** Returns a text that differs when another host looks, or another text is looked at. */
export async function readPresenceMark(reader: Reader, now: number): Promise<string> {
  const present = await selectPresent(reader, now).orderBy('user_id').execute()
  return present.map(({ user_id, donation_id }) => `${user_id} ${donation_id}`).join()
}

/** Returns who looks at which text now; `readerId` is the host who asks. */
export async function findPresences(
  reader: Reader,
  { now, readerId }: { now: number; readerId: string },
): Promise<Presences> {
  const rows = await selectPresent(reader, now).orderBy('name').execute()
  return rows.map(({ user_id, name, donation_id }) => ({
    textId: donation_id,
    name,
    isMe: user_id === readerId,
  }))
}

function selectPresent(reader: Reader, now: number) {
  return reader
    .selectFrom('text_presences')
    .select(['user_id', 'name', 'donation_id'])
    .where('seen_at', '>', now - PRESENCE_MS)
}
