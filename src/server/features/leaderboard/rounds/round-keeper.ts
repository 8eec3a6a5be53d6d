import type { Logger } from 'pino'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { isWithin, readCountedTimes, readVersion } from '#server/features/ledger/ledger.ts'
import { hasNewLeader, isInLastMinute } from './overtime.ts'
import { findResults, recordResults, type StoredResults, type StoredRow } from './results-store.ts'
import { countedBy, endOf, spanOf, type RoundRow } from './round.ts'
import { readRounds, type KnownRound } from './round-reads.ts'
import { addOvertime } from './rounds-store.ts'
import { readStandings, type StandingRow } from './standings.ts'

/** The most ranks that results have. */
const MAX_RANKS = 100

/** The changes of the feed that are read at once. */
const CHANGES_A_READ = 1_000

/** The time before an instant from which a timer waits for it, ms; the polls come as often. */
const AHEAD_MS = 1_000

export interface RoundKeeperDeps {
  database: Database
  livemode: Livemode
  /** Returns the public id of an account; see `createDonorIds`. */
  toDonorId: (userId: string) => string
  /** Called after the rounds have changed. */
  onChange: () => void
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error' | 'info'>
}

/**
 * Keeps the rounds: adds their overtime, records their results, and records them anew when money
 * comes back or arrives late. Every node does the same; the database decides who was first.
 */
export class RoundKeeper {
  readonly #deps: RoundKeeperDeps
  /** The version of the feed up to which the results of all rounds are right. */
  #checked: number | undefined
  /** The rounds whose results were compared with the ledger as it is at `#checked`, or later. */
  readonly #compared = new Set<string>()
  #cancelTimer = () => {}
  #closed = false

  constructor(deps: RoundKeeperDeps) {
    this.#deps = deps
  }

  /** Brings all rounds to the ledger and to the time of now. */
  readonly catchUp = coalesce(async () => {
    if (this.#closed) return
    const rounds = await this.#read()
    if (rounds.length === 0) return
    await this.#correct(rounds.filter(({ results }) => results !== null))
    let hasChanged = false
    for (const { row, results } of rounds) {
      if (results === null && (await this.#advance(row))) hasChanged = true
    }
    this.#awaitNext(hasChanged ? await this.#read() : rounds)
  })

  async close(): Promise<void> {
    this.#cancelTimer()
    await Promise.allSettled([this.catchUp()])
    this.#closed = true
  }

  async #read(): Promise<KnownRound[]> {
    const { database, livemode } = this.#deps
    const rounds = await readRounds(database.reader, livemode)
    return rounds.filter(({ row }) => row.cancelled_at === null)
  }

  /**
   * Adds overtime to a round, and records its results once they are counted. Returns whether the
   * round is another one now, by this node or by one that was first.
   */
  async #advance(row: RoundRow): Promise<boolean> {
    const { database, clock, onChange, logger } = this.#deps
    const now = clock()
    if (isInLastMinute(row, now) && (await hasNewLeader(database.reader, row))) {
      const { id, overtimes_used: used, ends_at: endsAt } = row
      if (!(await database.write(addOvertime, { id, used, endsAt }))) return true
      onChange()
      // It may have been over for long: then the next minute is judged at once, too.
      await this.#advance({ ...row, overtimes_used: used + 1 })
      return true
    }
    if (now < countedBy(row)) return false
    if (await this.#record(row, undefined)) logger.info({ round: row.id }, 'round ended')
    return true
  }

  /** Records the results anew of the rounds to which changes of the feed belong. */
  async #correct(rounds: readonly KnownRound[]): Promise<void> {
    const { reader } = this.#deps.database
    this.#checked ??= await readVersion(reader)
    // Changes may have come while no node ran, and another node may have recorded results.
    for (const { row } of rounds) if (!this.#compared.has(row.id)) await this.#recordAnew(row)
    for (;;) {
      const changes = await readCountedTimes(reader, {
        after: this.#checked,
        limit: CHANGES_A_READ,
      })
      const last = changes.at(-1)
      if (last === undefined) return
      const touched = rounds.filter(({ row }) =>
        changes.some(({ times }) => isWithin(spanOf(row), times)),
      )
      for (const { row } of touched) await this.#recordAnew(row)
      this.#checked = last.version
      if (changes.length < CHANGES_A_READ) return
    }
  }

  async #recordAnew(row: RoundRow): Promise<void> {
    const { reader } = this.#deps.database
    const last = await findResults(reader, row.id)
    if (last === undefined) return
    this.#compared.add(row.id)
    await this.#record(row, last)
  }

  /** Records results that differ from the last ones; returns whether it did. */
  async #record(row: RoundRow, last: StoredResults | undefined): Promise<boolean> {
    const { database, clock, onChange } = this.#deps
    const found = await database.readSnapshot((snapshot) => this.#compute(snapshot, row, last))
    if (last !== undefined && isSame(found, last)) return false
    const after = last?.version ?? 0
    const results = { roundId: row.id, after, span: spanOf(row), at: clock(), ...found }
    const isRecorded = await database.write(recordResults, results)
    if (isRecorded) onChange()
    // Another node was first: what it has recorded is compared with the ledger next time.
    else this.#compared.delete(row.id)
    return isRecorded
  }

  async #compute(snapshot: Reader, row: RoundRow, last: StoredResults | undefined) {
    const { livemode, ranks } = row
    const feedVersion = await readVersion(snapshot)
    const counted = { livemode, ranks, span: spanOf(row) }
    const { count, amountCents, rows } = await readStandings(snapshot, counted, MAX_RANKS)
    const known = new Set(last?.rows.map(({ row_id: id }) => id))
    const ranked = rows.map((one, index) => {
      const id = row.ranks === 'donor' ? this.#toRowId(row.id, one.id, known) : one.id
      return toStored(id, one, index + 1)
    })
    const struck = findStruck(ranked, last, count)
    return { feedVersion, count, amountCents, rows: [...ranked, ...struck] }
  }

  /**
   * Returns the public id of a donor's row, which is of the round alone: results last, and the donor
   * may have given without a name. Earlier results keep the id that they have.
   */
  #toRowId(roundId: string, userId: string, known: ReadonlySet<string>): string {
    const id = this.#deps.toDonorId(userId)
    return known.has(id) ? id : this.#deps.toDonorId(`${roundId}:${userId}`)
  }

  /** Waits for the next end of a round; the polls would do for it, but later. */
  #awaitNext(rounds: readonly KnownRound[]): void {
    const { clock, schedule, logger } = this.#deps
    this.#cancelTimer()
    const now = clock()
    const ends = rounds
      .filter(({ results }) => results === null)
      .flatMap(({ row }) => [endOf(row), countedBy(row)])
    const delayMs = Math.min(...ends.filter((end) => end > now)) - now
    if (delayMs > AHEAD_MS) return
    const report = reportFailure(logger, 'the rounds could not be brought up to date')
    this.#cancelTimer = schedule(() => void this.catchUp().catch(report), delayMs)
  }
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
