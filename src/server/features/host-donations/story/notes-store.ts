import type { Insertable, Selectable } from 'kysely'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { DonationNotesTable } from '#server/infra/database/schema/host-donations-tables.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'

/** Stores a host's note on a donation. */
export const addNote = writeEach(
  'host-donations.add-note',
  async (
    writer,
    { actor, ...note }: Omit<Insertable<DonationNotesTable>, 'author_id'> & { actor: AuditActor },
  ) => {
    await writer
      .insertInto('donation_notes')
      .values({ ...note, author_id: actor.id })
      .execute()
    await recordAudit(writer, {
      at: note.created_at,
      actor,
      action: 'note.added',
      subject: { kind: 'donation', id: note.donation_id },
      before: null,
      after: { note: note.id },
    })
    return null
  },
)

/** Returns the notes on a donation, the oldest first. */
export async function findNotes(
  reader: Reader,
  donationId: string,
): Promise<Selectable<DonationNotesTable>[]> {
  return reader
    .selectFrom('donation_notes')
    .selectAll()
    .where('donation_id', '=', donationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
