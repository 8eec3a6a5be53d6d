import type { Selectable } from 'kysely'
import type { ResultRow } from '#contract/rounds.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { RoundResultRowsTable } from '#server/infra/database/schema/round-tables.ts'

/** A place that a row has lost, and what stood there. */
export type FormerPlace = NonNullable<ResultRow['former']>

/** The best that any version of results has of a row. */
export interface BestPlace extends FormerPlace {
  /** The sequence of the latest donation from which the row had its name; null if none had one. */
  nameSequence: number | null
}

type PlacedRow = Pick<
  Selectable<RoundResultRowsTable>,
  'place' | 'row_id' | 'amount_cents' | 'struck'
>

/**
 * Returns for rows of a round's results, by their ids, the best that any version has of them, up to
 * one: the place, the cents, the name. The gifts of a donor go back one by one, and how they fall into
 * versions says nothing.
 */
export async function findBestPlaces(
  reader: Reader,
  roundId: string,
  { version, rowIds }: { version: number; rowIds: readonly string[] },
): Promise<Map<string, BestPlace>> {
  if (rowIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('round_result_rows')
    .select(({ fn }) => [
      'row_id',
      fn.min<number>('place').filterWhere('struck', '=', 0).as('rank'),
      fn.max('amount_cents').as('amountCents'),
      fn.max('name_sequence').as('nameSequence'),
    ])
    .where('round_id', '=', roundId)
    .where('version', '<=', version)
    .where('row_id', 'in', rowIds)
    .groupBy('row_id')
    .execute()
  return new Map(rows.map(({ row_id: id, ...best }) => [id, best]))
}

/**
 * Returns what rows of results were, by their ids, that lost it because their money has gone back, all
 * of it or a part. It follows from the versions up to this one, so it never changes, either.
 */
export async function findFormer(
  reader: Reader,
  roundId: string,
  { version, rows }: { version: number; rows: readonly PlacedRow[] },
): Promise<Map<string, FormerPlace>> {
  // The first results have taken nothing from anybody.
  if (version === 1) return new Map()
  const rowIds = rows.map(({ row_id: id }) => id)
  const best = await findBestPlaces(reader, roundId, { version, rowIds })
  const former = rows.flatMap(({ row_id: id, place, struck }, index) => {
    const was = best.get(id)
    if (was === undefined) return []
    // Others may have passed a row. It fell by its own money if it would stand above one of them yet.
    const aboveCents = rows[index - 1]?.amount_cents ?? Infinity
    const hasFallen = was.rank < place && aboveCents < was.amountCents
    const { rank, amountCents } = was
    return struck === 1 || hasFallen ? [[id, { rank, amountCents }] as const] : []
  })
  return new Map(former)
}
