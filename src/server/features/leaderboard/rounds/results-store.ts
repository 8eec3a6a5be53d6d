import type { Insertable } from 'kysely'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { ResultRow, RoundResults } from '#contract/rounds.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { RoundResultRowsTable } from '#server/infra/database/schema/round-tables.ts'
import { findNames, type CountedSpan } from '#server/features/ledger/ledger.ts'
import { spanOf } from './round.ts'

/** A row of results as it is stored. */
export type StoredRow = Omit<Insertable<RoundResultRowsTable>, 'round_id' | 'version'>

/** A version of results to record. */
export interface NewResults {
  roundId: string
  /** The version after which it comes; 0 for the first. */
  after: number
  /** The span of the round of which the results are. */
  span: CountedSpan
  feedVersion: number
  at: number
  count: number
  amountCents: number
  rows: StoredRow[]
}

/**
 * Records a version of results, unless another node has, or the host has changed the round since it
 * was read. Returns whether it did.
 */
export const recordResults = writeEach(
  'rounds.record-results',
  async (writer, results: NewResults): Promise<boolean> => {
    const { roundId: id, after, span } = results
    const row = await writer
      .selectFrom('rounds')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined || row.cancelled_at !== null) return false
    const now = spanOf(row)
    if (now.start !== span.start || now.end !== span.end) return false
    const added = await writer
      .insertInto('round_results')
      .values({
        round_id: id,
        version: after + 1,
        recorded_at: results.at,
        feed_version: results.feedVersion,
        count: results.count,
        amount_cents: results.amountCents,
      })
      .onConflict((conflict) => conflict.columns(['round_id', 'version']).doNothing())
      .returning('version')
      .executeTakeFirst()
    if (added === undefined) return false
    const rows = results.rows.map((one) => ({ round_id: id, version: after + 1, ...one }))
    await insertRows(writer, 'round_result_rows', rows)
    return true
  },
)

/** Results as they are stored. */
export interface StoredResults {
  version: number
  recordedAt: number
  feedVersion: number
  count: number
  amountCents: number
  rows: StoredRow[]
}

/** Returns a version of a round's results, by default the latest; undefined if there is none. */
export async function findResults(
  reader: Reader,
  roundId: string,
  version?: number,
): Promise<StoredResults | undefined> {
  let query = reader.selectFrom('round_results').selectAll().where('round_id', '=', roundId)
  if (version !== undefined) query = query.where('version', '=', version)
  const found = await query.orderBy('version', 'desc').limit(1).executeTakeFirst()
  if (found === undefined) return undefined
  const rows = await reader
    .selectFrom('round_result_rows')
    .select(['place', 'row_id', 'sequence', 'name_sequence', 'amount_cents', 'struck'])
    .where('round_id', '=', roundId)
    .where('version', '=', found.version)
    .orderBy('place')
    .execute()
  return {
    version: found.version,
    recordedAt: found.recorded_at,
    feedVersion: found.feed_version,
    count: found.count,
    amountCents: found.amount_cents,
    rows,
  }
}

/** Returns results as everybody sees them: with the names that their donations show now. */
export async function toPublicResults(
  reader: Reader,
  { version, recordedAt, count, amountCents, rows }: StoredResults,
): Promise<RoundResults> {
  return {
    version,
    recordedAt: new Date(recordedAt).toISOString(),
    total: { count, amountCents },
    rows: await toPublicRows(reader, rows),
  }
}

async function toPublicRows(reader: Reader, rows: readonly StoredRow[]): Promise<ResultRow[]> {
  const names = await findNames(
    reader,
    rows.flatMap(({ name_sequence: sequence }) => sequence ?? []),
  )
  return rows.map((row) => ({
    rank: row.struck === 1 ? null : row.place,
    id: row.row_id,
    name: names.get(row.name_sequence ?? 0) ?? ANONYMOUS,
    amountCents: row.amount_cents,
  }))
}

/** Returns the first row of the latest results of each round; none for those without results. */
export async function findWinners(
  reader: Reader,
  rounds: readonly { id: string; version: number }[],
): Promise<Map<string, ResultRow>> {
  if (rounds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('round_result_rows')
    .selectAll()
    .where('place', '=', 1)
    .where('struck', '=', 0)
    .where(({ or, and, eb }) =>
      or(
        rounds.map(({ id, version }) =>
          and([eb('round_id', '=', id), eb('version', '=', version)]),
        ),
      ),
    )
    .execute()
  const shown = await toPublicRows(reader, rows)
  return new Map(
    rows.flatMap((row, index) => {
      const winner = shown[index]
      return winner === undefined ? [] : [[row.round_id, winner] as const]
    }),
  )
}
