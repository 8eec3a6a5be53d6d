import type { Selectable } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import { CURRENCY } from '#contract/money.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type {
  StatementDriftsTable,
  StatementLinesTable,
  StatementMarksTable,
} from '#server/infra/database/schema/statement-tables.ts'
import type { Span } from '#server/payments/reading/statement.ts'

export type LineRow = Selectable<StatementLinesTable>
export type MarkRow = Selectable<StatementMarksTable>
export type DriftRow = Selectable<StatementDriftsTable>

/** Identifies one provider's statements of one mode. */
export interface StatementName {
  provider: ProviderName
  livemode: Livemode
}

/** Stores lines as the statement has them now, replacing earlier versions of the same lines. */
export const storeLines = writeEach('statements.store-lines', async (writer, lines: LineRow[]) => {
  if (lines.length === 0) return null
  await writer
    .insertInto('statement_lines')
    .values(lines)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'livemode', 'line_id']).doUpdateSet(({ ref }) => ({
        checkout_id: ref('excluded.checkout_id'),
        object_id: ref('excluded.object_id'),
        kind: ref('excluded.kind'),
        type: ref('excluded.type'),
        at: ref('excluded.at'),
        gross_cents: ref('excluded.gross_cents'),
        fee_cents: ref('excluded.fee_cents'),
        net_cents: ref('excluded.net_cents'),
        currency: ref('excluded.currency'),
      })),
    )
    .execute()
  return null
})

export const setMark = writeEach('statements.set-mark', async (writer, mark: MarkRow) => {
  const { provider: _provider, livemode: _livemode, ...news } = mark
  await writer
    .insertInto('statement_marks')
    .values(mark)
    .onConflict((conflict) => conflict.columns(['provider', 'livemode']).doUpdateSet(news))
    .execute()
  return null
})

/** Stores which payments differ now, and deletes those that no longer do. */
export const noteDrifts = writeEach(
  'statements.note-drifts',
  async (writer, { drifts, settled }: { drifts: DriftRow[]; settled: string[] }) => {
    if (settled.length > 0) {
      await writer.deleteFrom('statement_drifts').where('checkout_id', 'in', settled).execute()
    }
    for (const drift of drifts) {
      const { checkout_id: _id, ...news } = drift
      await writer
        .insertInto('statement_drifts')
        .values(drift)
        .onConflict((conflict) => conflict.column('checkout_id').doUpdateSet(news))
        .execute()
    }
    return null
  },
)

export async function findMark(
  reader: Reader,
  { provider, livemode }: StatementName,
): Promise<MarkRow | undefined> {
  return reader
    .selectFrom('statement_marks')
    .selectAll()
    .where('provider', '=', provider)
    .where('livemode', '=', livemode)
    .executeTakeFirst()
}

/** Returns when a mode's statements were compared last, Unix ms; 0 if they never were. */
export async function findTriedAt(reader: Reader, livemode: Livemode): Promise<number> {
  const { last } = await reader
    .selectFrom('statement_marks')
    .select(({ fn }) => fn.max<number | null>('tried_at').as('last'))
    .where('livemode', '=', livemode)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Returns the payments of stored lines, by the ids of the objects that moved their money. */
export async function findKeptOwners(
  reader: Reader,
  { provider, livemode }: StatementName,
  objectIds: readonly string[],
): Promise<Map<string, string>> {
  if (objectIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('statement_lines')
    .select(['object_id', 'checkout_id'])
    .where('object_id', 'in', objectIds)
    .where('provider', '=', provider)
    .where('livemode', '=', livemode)
    .execute()
  return new Map(
    rows.flatMap(({ object_id, checkout_id }) =>
      object_id === null ? [] : [[object_id, checkout_id]],
    ),
  )
}

export async function findLinesOf(
  reader: Reader,
  checkoutIds: readonly string[],
): Promise<LineRow[]> {
  if (checkoutIds.length === 0) return []
  return reader
    .selectFrom('statement_lines')
    .selectAll()
    .where('checkout_id', 'in', checkoutIds)
    .orderBy('at')
    .orderBy('line_id')
    .execute()
}

/** Returns the payments that have lines in the span. */
export async function findPaymentsOnStatement(
  reader: Reader,
  name: StatementName,
  span: Span,
): Promise<string[]> {
  const rows = await selectLines(reader, name, span).select('checkout_id').distinct().execute()
  return rows.map(({ checkout_id }) => checkout_id)
}

export async function findDrifts(
  reader: Reader,
  { provider, livemode }: StatementName,
): Promise<DriftRow[]> {
  return reader
    .selectFrom('statement_drifts')
    .selectAll()
    .where('provider', '=', provider)
    .where('livemode', '=', livemode)
    .orderBy('checkout_id')
    .execute()
}

export interface Fees {
  grossCents: number
  feeCents: number
  netCents: number
}

/** Sums the amounts and fees of our lines in the span, in our currency. */
export async function sumFees(reader: Reader, name: StatementName, span: Span): Promise<Fees> {
  const { gross, fee, net } = await selectLines(reader, name, span)
    .where('currency', '=', CURRENCY)
    .select(({ fn }) => [
      fn.sum<number | string | null>('gross_cents').as('gross'),
      fn.sum<number | string | null>('fee_cents').as('fee'),
      fn.sum<number | string | null>('net_cents').as('net'),
    ])
    .executeTakeFirstOrThrow()
  return { grossCents: Number(gross), feeCents: Number(fee), netCents: Number(net) }
}

/** Returns our lines in the span, the oldest first, one page after the line `after`. */
export async function findLines(
  reader: Reader,
  name: StatementName,
  { after, limit, ...span }: Span & { after?: Pick<LineRow, 'at' | 'line_id'>; limit: number },
): Promise<LineRow[]> {
  return selectLines(reader, name, span)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('at', '>', after?.at ?? 0),
          and([eb('at', '=', after?.at ?? 0), eb('line_id', '>', after?.line_id ?? '')]),
        ]),
      ),
    )
    .orderBy('at')
    .orderBy('line_id')
    .limit(limit)
    .execute()
}

function selectLines(reader: Reader, { provider, livemode }: StatementName, { from, to }: Span) {
  return reader
    .selectFrom('statement_lines')
    .where('provider', '=', provider)
    .where('livemode', '=', livemode)
    .where('at', '>=', from)
    .where('at', '<', to)
}
