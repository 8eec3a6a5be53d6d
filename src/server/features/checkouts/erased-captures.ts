import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Writer } from '#server/infra/database/database.ts'
import { findErased } from '#server/features/erasure/erasure.ts'
import type { TextedCapture } from '#server/features/names/names.ts'

/** Takes the texts off captures of donors who have deleted their accounts meanwhile. */
export async function withoutErased(
  writer: Writer,
  captures: readonly TextedCapture[],
): Promise<TextedCapture[]> {
  if (captures.length === 0) return []
  const erased = await findErased(
    writer,
    captures.map(({ userId }) => userId),
  )
  return captures.map((capture) => {
    if (!erased.has(capture.userId)) return capture
    const { texts: _texts, ...rest } = capture
    return { ...rest, name: ANONYMOUS, message: null }
  })
}
