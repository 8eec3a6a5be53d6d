import { sql } from 'kysely'
import { writeEach } from '#server/infra/database/database.ts'
import { selectErasedUsers } from '#server/features/erasure/erasure.ts'

/**
 * Counts capture number `attempt` as declined: it has taken nothing, and the next one gets another
 * idempotency key. Counting it again changes nothing.
 */
export const countDecline = writeEach(
  'checkouts.count-decline',
  async (writer, { id, attempt }: { id: string; attempt: number }) => {
    await writer
      .updateTable('checkouts')
      .set({ capture_attempt: attempt + 1, capture_asked_at: null })
      .where('id', '=', id)
      .where('capture_attempt', '=', attempt)
      .execute()
    return null
  },
)

/** Stores when the provider was first asked to capture a checkout's payment. */
export const noteCaptureAsked = writeEach(
  'checkouts.note-capture-asked',
  async (writer, { id, at }: { id: string; at: number }) => {
    await writer
      .updateTable('checkouts')
      .set({ capture_asked_at: at })
      .where('id', '=', id)
      .where('capture_asked_at', 'is', null)
      .execute()
    return null
  },
)

/**
 * Stores the capture and payer of a pending payment, so that it is found if the provider forgets
 * its order.
 */
export const notePending = writeEach(
  'checkouts.note-pending',
  async (
    writer,
    { id, captureId, name }: { id: string; captureId: string; name: string | null },
  ) => {
    await writer
      .updateTable('checkouts')
      .set({
        pending_capture_id: captureId,
        pending_payer_name: sql`case when user_id in ${selectErasedUsers(writer)}
          then null else cast(${name} as text) end`,
      })
      .where('id', '=', id)
      .execute()
    return null
  },
)
