import { sql } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import { writeEach, type Reader } from '../../infra/database/database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A refund may fail for as long after it was begun. */
const REFUND_MAY_FAIL_MS = 30 * DAY_MS

/** Up to when a provider's lists have been read, Unix ms; undefined where they never were. */
export async function findMark(
  reader: Reader,
  provider: ProviderName,
): Promise<number | undefined> {
  const mark = await reader
    .selectFrom('reconcile_marks')
    .select('seen_until')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return mark?.seen_until
}

/** When the first checkout was begun, Unix ms; undefined while there is none. */
export async function findBeginning(reader: Reader): Promise<number | undefined> {
  const first = await reader
    .selectFrom('checkouts')
    .select('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.created_at
}

/** Notes up to when a provider's lists have been read; going back only has more read again. */
export const setMark = writeEach(
  'reconciliation.set-mark',
  async (writer, { provider, seenUntil }: { provider: ProviderName; seenUntil: number }) => {
    await writer
      .insertInto('reconcile_marks')
      .values({ provider, seen_until: seenUntil })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet({ seen_until: seenUntil }))
      .execute()
    return null
  },
)

/**
 * Ids of paid checkouts of which the provider is likely to tell more: a dispute is open, or a
 * refund may still fail.
 */
export async function findWatched(reader: Reader, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('ledger_entries as entry')
    .select('entry.checkout_id')
    .distinct()
    .where('entry.kind', '<>', sql.lit('capture'))
    .where(({ or, and, eb, not, exists, selectFrom }) => {
      const hasEnd = (...kinds: ('refund_reversal' | 'dispute_won' | 'dispute_lost')[]) =>
        exists(
          selectFrom('ledger_entries as end')
            .select('end.id')
            .whereRef('end.provider', '=', 'entry.provider')
            .whereRef('end.object_id', '=', 'entry.object_id')
            .where('end.kind', 'in', kinds),
        )
      return or([
        and([eb('entry.kind', '=', 'dispute_open'), not(hasEnd('dispute_won', 'dispute_lost'))]),
        and([
          eb('entry.kind', '=', 'refund'),
          eb('entry.created_at', '>', now - REFUND_MAY_FAIL_MS),
          not(hasEnd('refund_reversal')),
        ]),
      ])
    })
    .execute()
  return rows.map(({ checkout_id }) => checkout_id)
}
