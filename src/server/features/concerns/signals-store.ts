import type { Writer } from '#server/infra/database/database.ts'
import type { ConcernRow } from './store.ts'

export interface SignalQuery {
  /** The time before which a change must lie, Unix ms: what opens and ends at once is not told. */
  before: number
  /** Kinds that are not told. */
  except: readonly string[]
}

/**
 * Returns the concerns whose opening or end the alarm address was not told of, and marks them as
 * told. The caller stores the messages in the same transaction.
 */
export async function takeSignals(
  writer: Writer,
  { before, except }: SignalQuery,
): Promise<ConcernRow[]> {
  const opened = await writer
    .updateTable('concerns')
    .set({ is_signalled: 1 })
    .where('ended_at', 'is', null)
    .where('is_signalled', '=', 0)
    .where('opened_at', '<=', before)
    .where('kind', 'not in', [...except])
    .returningAll()
    .execute()
  const ended = await writer
    .updateTable('concerns')
    .set({ is_signalled: 0 })
    .where('ended_at', 'is not', null)
    .where('is_signalled', '=', 1)
    .where('ended_at', '<=', before)
    .returningAll()
    .execute()
  return [...opened, ...ended]
}
