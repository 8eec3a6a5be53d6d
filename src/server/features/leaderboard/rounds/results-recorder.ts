import type { Database, Reader } from '#server/infra/database/database.ts'
import { readVersion } from '#server/features/ledger/ledger.ts'
import { recordResults, type StoredResults, type StoredRow } from './results-store.ts'
import { spanOf, type RoundRow } from './round.ts'
import { readStandings, type StandingRow } from './standings.ts'

/** The most ranks that results have. */
const MAX_RANKS = 100

export interface RecorderDeps {
  database: Database
  /** Returns the public id of an account; see `createDonorIds`. */
  toDonorId: (userId: string) => string
  /** Called after the rounds have changed. */
  onChange: () => void
  clock: () => number
}

/** The outcome of recording: `refused` if another node was first, or the host has changed the round. */
export type Recorded = 'recorded' | 'same' | 'refused'

/** Computes the results of a round, and records them if they differ from the last ones. */
export async function recordRound(
  deps: RecorderDeps,
  row: RoundRow,
  last: StoredResults | undefined,
): Promise<Recorded> {
  const { database, clock, onChange } = deps
  const found = await database.readSnapshot((snapshot) => compute(deps, snapshot, { row, last }))
  if (last !== undefined && isSame(found, last)) return 'same'
  const after = last?.version ?? 0
  const results = { roundId: row.id, after, span: spanOf(row), at: clock(), ...found }
  if (!(await database.write(recordResults, results))) return 'refused'
  onChange()
  return 'recorded'
}

interface Recording {
  row: RoundRow
  last: StoredResults | undefined
}

async function compute(deps: RecorderDeps, snapshot: Reader, { row, last }: Recording) {
  const { livemode, ranks } = row
  const feedVersion = await readVersion(snapshot)
  const counted = { livemode, ranks, span: spanOf(row) }
  const { count, amountCents, rows } = await readStandings(snapshot, counted, MAX_RANKS)
  const known = new Set(last?.rows.map(({ row_id: id }) => id))
  const ranked = rows.map((one, index) => {
    const id = ranks === 'donor' ? toRowId(deps, { row, known }, one.id) : one.id
    return toStored(id, one, index + 1)
  })
  const struck = findStruck(ranked, last, count)
  return { feedVersion, count, amountCents, rows: [...ranked, ...struck] }
}

/**
 * Returns the public id of a donor's row, which is of the round alone: results last, and the donor
 * may have given without a name. Earlier results keep the id that they have.
 */
function toRowId(
  { toDonorId }: RecorderDeps,
  { row, known }: { row: RoundRow; known: ReadonlySet<string> },
  userId: string,
): string {
  const id = toDonorId(userId)
  return known.has(id) ? id : toDonorId(`${row.id}:${userId}`)
}

function toStored(
  id: string,
  { sequence, nameSequence, amountCents }: StandingRow,
  place: number,
): StoredRow {
  return {
    place,
    row_id: id,
    sequence,
    name_sequence: nameSequence,
    amount_cents: amountCents,
    struck: 0,
  }
}

/**
 * Returns the rows of the last results that are struck now: those that were, and those whose money
 * has gone back. A row that has only fallen below the listed ranks is not.
 */
function findStruck(
  ranked: readonly StoredRow[],
  last: StoredResults | undefined,
  count: number,
): StoredRow[] {
  const there = new Set(ranked.map(({ row_id: id }) => id))
  const gone = (last?.rows ?? []).filter(({ row_id: id }) => !there.has(id))
  // A late payment may have passed the row instead, if there are more rows than are listed.
  const lowest = count > ranked.length ? (ranked.at(-1)?.amount_cents ?? 0) : 0
  return gone
    .filter(({ struck, amount_cents: cents }) => struck === 1 || cents > lowest)
    .map((row, index) => Object.assign({}, row, { place: ranked.length + index + 1, struck: 1 }))
}

function isSame(found: Pick<StoredResults, 'count' | 'amountCents' | 'rows'>, last: StoredResults) {
  return (
    found.count === last.count &&
    found.amountCents === last.amountCents &&
    JSON.stringify(found.rows.map(toKey)) === JSON.stringify(last.rows.map(toKey))
  )
}

/** Returns what makes results others; the name that a row shows is its donor's affair. */
function toKey({ place, row_id, amount_cents, struck }: StoredRow) {
  return [place, row_id, amount_cents, struck]
}
