import type { Selectable } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { TextDecisionsTable } from '#server/infra/database/schema/text-tables.ts'
import type { TextRow } from '../shown.ts'

export type DecisionRow = Selectable<TextDecisionsTable>

export async function findLastDecision(
  reader: Reader,
  donationId: string,
): Promise<DecisionRow | undefined> {
  return reader
    .selectFrom('text_decisions')
    .selectAll()
    .where('donation_id', '=', donationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Returns the last decision that was not taken back; undefined if there is none, or only about
 * texts that the donor has changed since.
 */
export async function findUndoable(
  reader: Reader,
  { donation_id: donationId, edited_revision: edited }: TextRow,
): Promise<DecisionRow | undefined> {
  return reader
    .selectFrom('text_decisions')
    .selectAll()
    .where('donation_id', '=', donationId)
    .where('revision', '>', edited)
    .where('undoes', 'is', null)
    .where('id', 'not in', (from) =>
      from
        .selectFrom('text_decisions as undo')
        .select('undo.undoes')
        .where('undo.donation_id', '=', donationId)
        .where('undo.undoes', 'is not', null)
        .$castTo<{ undoes: number }>(),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the last decision of each of these donations, by donation. */
export async function findLastDecisions(
  reader: Reader,
  donationIds: readonly string[],
): Promise<Map<string, DecisionRow>> {
  if (donationIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('text_decisions')
    .selectAll()
    .where('id', 'in', (from) =>
      from
        .selectFrom('text_decisions')
        .select(({ fn }) => fn.max<number>('id').as('id'))
        .where('donation_id', 'in', donationIds)
        .groupBy('donation_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.donation_id, row]))
}

/** Returns the donations that were decided last, the latest first. */
export async function findDecidedLast(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('text_decisions')
    .select('donation_id')
    .orderBy('id', 'desc')
    .limit(5 * limit)
    .execute()
  return [...new Set(rows.map(({ donation_id }) => donation_id))].slice(0, limit)
}
