import type { Database, Reader } from '#server/infra/database/database.ts'
import { findDonors, readVersion } from '#server/features/ledger/ledger.ts'
import { findBestPlaces, type BestPlace } from './former-places.ts'
import { recordResults, type StoredResults, type StoredRow } from './results-store.ts'
import { spanOf, type RoundRow } from './round.ts'
import {
  readDonationRows,
  readDonorRows,
  readStandings,
  type Counted,
  type StandingRow,
} from './standings.ts'

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
  const there = new Set(ranked.map(({ row_id: id }) => id))
  const gone = (last?.rows ?? []).filter(({ row_id: id }) => !there.has(id))
  const struck = await findStruck(snapshot, counted, gone)
  const best = await findBestPlaces(snapshot, row.id, {
    version: last?.version ?? 0,
    rowIds: struck.map(({ row_id: id }) => id),
  })
  return {
    feedVersion,
    count,
    amountCents,
    rows: [...ranked, ...toPlacesAfter(ranked, struck, best)],
  }
}

/**
 * Returns the public id of a donor's row, which is of the round alone: results last, and the donor
 * may have given without a name. Earlier results keep the id that they have.
 */
export function toRowId(
  { toDonorId }: Pick<RecorderDeps, 'toDonorId'>,
  { row, known }: { row: RoundRow; known: ReadonlySet<string> },
  userId: string,
): string {
  const id = toDonorId(userId)
  return known.has(id) ? id : toDonorId(`${row.id}:${userId}`)
}

/** Returns a row of a round as results store it. */
export function toStored(
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
 * Returns those of rows that are not among the listed ones any more whose money has gone back, all of
 * it or a part. Late payments have passed the others, which keep theirs.
 */
async function findStruck(
  snapshot: Reader,
  counted: Counted,
  gone: readonly StoredRow[],
): Promise<StoredRow[]> {
  const sequences = gone.map(({ sequence }) => sequence)
  const now = await readAmounts(snapshot, counted, sequences)
  return gone.filter(({ sequence, amount_cents: cents }) => (now.get(sequence) ?? 0) < cents)
}

/** Returns the cents that count now for rows, by the sequences that they are stored with. */
async function readAmounts(
  snapshot: Reader,
  counted: Counted,
  sequences: readonly number[],
): Promise<Map<number, number>> {
  if (counted.ranks === 'donation') {
    const rows = await readDonationRows(snapshot, counted, sequences)
    return new Map(rows.map(({ sequence, amountCents }) => [sequence, amountCents]))
  }
  const donors = await findDonors(snapshot, sequences)
  const userIds = new Set([...donors.values()].map(({ userId }) => userId))
  const rows = await readDonorRows(snapshot, counted, [...userIds])
  const sums = new Map(rows.map(({ id, amountCents }) => [id, amountCents]))
  return new Map([...donors].map(([sequence, { userId }]) => [sequence, sums.get(userId) ?? 0]))
}

/**
 * Places struck rows below those that count, each with the most that it had, and its name: the gifts
 * of a donor go back one by one, and the last of them alone would say nothing of the place that is
 * struck, or of whom it is, if that one was anonymous.
 */
function toPlacesAfter(
  ranked: readonly StoredRow[],
  struck: readonly StoredRow[],
  best: ReadonlyMap<string, BestPlace>,
): StoredRow[] {
  return struck.map((row, index) => {
    const was = best.get(row.row_id)
    return {
      ...row,
      ...(was && { amount_cents: was.amountCents, name_sequence: was.nameSequence }),
      place: ranked.length + index + 1,
      struck: 1,
    }
  })
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
