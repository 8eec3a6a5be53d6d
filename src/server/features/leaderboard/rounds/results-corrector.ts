import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  isWithin,
  readCountedTimes,
  readVersion,
  type CountedTimes,
} from '#server/features/ledger/ledger.ts'
import { recordRound, type RecorderDeps } from './results-recorder.ts'
import { findResults } from './results-store.ts'
import { spanOf, type RoundRow } from './round.ts'
import { findCountedRounds, readCountedAt, readCountedIds } from './round-reads.ts'

/** The changes of the feed that are read at once. */
const CHANGES_A_READ = 1_000

/** The rounds that are compared with the ledger at once after the start; few have ever more. */
const ROUNDS_A_READ = 100

/**
 * Records results anew when money comes back or arrives late. Once after the start all results are
 * compared with the ledger, since changes may have come while no node ran; then the feed tells of
 * which rounds they have to be looked at.
 */
export class ResultsCorrector {
  readonly #deps: RecorderDeps & { livemode: Livemode }
  /** The version of the feed up to which the results are right of all rounds that were compared. */
  #checked: number | undefined
  /** The last round that was compared after the start; undefined once all were. */
  #unchecked: { after: string | undefined } | undefined = { after: undefined }
  /** The rounds whose results may not be those of the ledger; they are compared next. */
  readonly #doubtful = new Set<string>()

  constructor(deps: RecorderDeps & { livemode: Livemode }) {
    this.#deps = deps
  }

  /** Has the results of rounds compared next time, once they have any. */
  doubt(ids: Iterable<string>): void {
    for (const id of ids) this.#doubtful.add(id)
  }

  /** Brings results to the ledger of now; after the start a part of them with each call. */
  async correct(): Promise<void> {
    const { database, livemode } = this.#deps
    await this.#doubtUnchecked()
    const rounds = await this.#readDoubtful()
    // Without any round there is nothing to follow.
    if (rounds.length === 0 && this.#checked === undefined) return
    this.#checked ??= await readVersion(database.reader)
    for (const row of rounds) await this.#recordAnew(row)
    for (;;) {
      const wanted = { after: this.#checked, limit: CHANGES_A_READ }
      const changes = await readCountedTimes(database.reader, wanted)
      const last = changes.at(-1)
      if (last === undefined) return
      const times = changes.map((change) => change.times)
      const all = times.flatMap(({ captured, begun }) => [captured, begun])
      const near = await readCountedAt(database.reader, livemode, {
        from: all.reduce((a, b) => Math.min(a, b)),
        to: all.reduce((a, b) => Math.max(a, b)),
      })
      for (const row of near) if (isTouched(row, times)) await this.#recordAnew(row)
      this.#checked = last.version
      if (changes.length < CHANGES_A_READ) return
    }
  }

  /** Adds the next rounds that were not compared since the start to those that are. */
  async #doubtUnchecked(): Promise<void> {
    if (this.#unchecked === undefined) return
    const { database, livemode } = this.#deps
    const wanted = { ...this.#unchecked, limit: ROUNDS_A_READ }
    const ids = await readCountedIds(database.reader, livemode, wanted)
    // While there are none at all, the feed is not followed either.
    const isNone = ids.length === 0 && this.#unchecked.after === undefined
    const isLast = ids.length < ROUNDS_A_READ && !isNone
    this.#unchecked = isLast ? undefined : { after: ids.at(-1) }
    this.doubt(ids)
  }

  async #readDoubtful(): Promise<RoundRow[]> {
    const { database, livemode } = this.#deps
    const ids = [...this.#doubtful]
    const rows = await findCountedRounds(database.reader, livemode, ids)
    const counted = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!counted.has(id)) this.#doubtful.delete(id)
    return rows
  }

  async #recordAnew(row: RoundRow): Promise<void> {
    const last = await findResults(this.#deps.database.reader, row.id)
    if (last === undefined) return
    const recorded = await recordRound(this.#deps, row, last)
    // Another node was first: what it has recorded is compared with the ledger next time.
    if (recorded === 'refused') this.#doubtful.add(row.id)
    else this.#doubtful.delete(row.id)
  }
}

function isTouched(row: RoundRow, times: readonly CountedTimes[]): boolean {
  const span = spanOf(row)
  return times.some((one) => isWithin(span, one))
}
