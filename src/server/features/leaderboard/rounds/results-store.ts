import type { Insertable } from 'kysely'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { ResultRow, RoundResults } from '#contract/rounds.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { RoundResultRowsTable } from '#server/infra/database/schema/round-tables.ts'
import { findDonors, findNames, type CountedSpan } from '#server/features/ledger/ledger.ts'
import { findFormer, type FormerPlace } from './former-places.ts'
import { spanOf, type RoundRow } from './round.ts'
import { readDonorRows } from './standings.ts'

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
  round: RoundRow,
  { version, recordedAt, count, amountCents, rows }: StoredResults,
): Promise<RoundResults> {
  return {
    version,
    recordedAt: new Date(recordedAt).toISOString(),
    total: { count, amountCents },
    rows: await toPublicRows(
      reader,
      round,
      rows,
      await findFormer(reader, round.id, { version, rows }),
    ),
  }
}

/** Returns rows of a round as everybody sees them: with the names that their donations show now. */
export async function toPublicRows(
  reader: Reader,
  round: RoundRow,
  rows: readonly StoredRow[],
  former: ReadonlyMap<string, FormerPlace> = new Map(),
): Promise<ResultRow[]> {
  const naming = await findNaming(reader, round, rows)
  const names = await findNames(reader, [...naming.values()])
  return rows.map((row) => ({
    rank: row.struck === 1 ? null : row.place,
    id: row.row_id,
    name: names.get(naming.get(row.sequence) ?? 0) ?? ANONYMOUS,
    amountCents: row.amount_cents,
    ...(former.has(row.row_id) && { former: former.get(row.row_id) }),
  }))
}

/** Returns for each row, by its sequence, the sequence of the donation that shows its name now. */
async function findNaming(
  reader: Reader,
  round: RoundRow,
  rows: readonly StoredRow[],
): Promise<Map<number, number>> {
  const sequences = rows.map(({ sequence }) => sequence)
  if (round.ranks === 'donation') return new Map(sequences.map((one) => [one, one]))
  const donors = await findDonors(reader, sequences)
  const counted = { livemode: round.livemode, ranks: round.ranks, span: spanOf(round) }
  const standing = await readDonorRows(
    reader,
    counted,
    [...donors.values()].map(({ userId }) => userId),
  )
  const now = new Map(standing.map(({ id, nameSequence }) => [id, nameSequence]))
  return new Map(
    rows.flatMap(({ sequence, name_sequence: former }) => {
      // A struck row has no counted donation any more.
      const named = now.get(donors.get(sequence)?.userId ?? '') ?? former ?? undefined
      return named === undefined ? [] : [[sequence, named] as const]
    }),
  )
}

/** Returns the first row of a version of a round's results; undefined if nobody is in it. */
export async function findWinner(
  reader: Reader,
  round: RoundRow,
  version: number,
): Promise<ResultRow | undefined> {
  const row = await reader
    .selectFrom('round_result_rows')
    .select(['place', 'row_id', 'sequence', 'name_sequence', 'amount_cents', 'struck'])
    .where('round_id', '=', round.id)
    .where('version', '=', version)
    .where('place', '=', 1)
    .where('struck', '=', 0)
    .executeTakeFirst()
  const [shown] = row === undefined ? [] : await toPublicRows(reader, round, [row])
  return shown
}
