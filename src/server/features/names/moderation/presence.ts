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

/** Stores which text a host looks at. */
export const notePresence = writeEach(
  'names.note-presence',
  async (writer, { moderator, donationId, isHere, at }: PresenceChange) => {
    await writer
      .deleteFrom('text_presences')
      .where(({ or, eb }) =>
        or([eb('user_id', '=', moderator.id), eb('seen_at', '<', at - PRESENCE_MS)]),
      )
      .execute()
    if (!isHere) return null
    const presence = { name: moderator.name, donation_id: donationId, seen_at: at }
    await writer
      .insertInto('text_presences')
      .values({ user_id: moderator.id, ...presence })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(presence))
      .execute()
    return null
  },
)

/** Returns who looks at which text now; `readerId` is the host who asks. */
export async function findPresences(
  reader: Reader,
  { now, readerId }: { now: number; readerId: string },
): Promise<Presences> {
  const rows = await reader
    .selectFrom('text_presences')
    .select(['user_id', 'name', 'donation_id'])
    .where('seen_at', '>', now - PRESENCE_MS)
    .orderBy('name')
    .execute()
  return rows.map(({ user_id, name, donation_id }) => ({
    textId: donation_id,
    name,
    isMe: user_id === readerId,
  }))
}
