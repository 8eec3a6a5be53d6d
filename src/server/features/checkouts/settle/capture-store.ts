import { writeEach } from '#server/infra/database/database.ts'

/**
 * Notes that capture number `attempt` was declined, and so has taken nothing; noting it again changes
 * nothing.
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

/** Notes when the provider is first asked to take a checkout's money. */
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

/** Notes whose money is under way, so that it is found where the provider forgets its order. */
export const notePending = writeEach(
  'checkouts.note-pending',
  async (
    writer,
    { id, captureId, name }: { id: string; captureId: string; name: string | null },
  ) => {
    await writer
      .updateTable('checkouts')
      .set({ pending_capture_id: captureId, pending_payer_name: name })
      .where('id', '=', id)
      .execute()
    return null
  },
)
