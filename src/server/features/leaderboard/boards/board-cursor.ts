import type { RankKey } from '#server/features/ledger/ledger.ts'
import { formatCursor } from '../cursor.ts'
import type { Projection } from './projection.ts'

/** Returns the cursor of the page that begins below a row. */
export function toCursor({ view }: Pick<Projection, 'view'>, last: RankKey): string {
  const { amountCents, sequence } = last
  const indexAmongEquals = view.keys.countBefore(last) - view.keys.countAbove(amountCents) + 1
  return formatCursor({ amountCents, sequence, indexAmongEquals })
}
