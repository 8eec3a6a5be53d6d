import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#contract/app-error.ts'
import type { Campaign } from '#contract/campaign.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import { SingleFlight } from '#server/infra/single-flight.ts'
import { restOf } from '#server/infra/work-rest.ts'
import {
  isWithin,
  readCountedTimes,
  readVersion,
  type CountedSpan,
} from '#server/features/ledger/ledger.ts'
import { endOf, spanOf, type RoundRow } from '../rounds/round.ts'
import { foldRound } from './fold-round.ts'
import type { Folded } from './fold-state.ts'
import { listMilestones } from './milestones.ts'

/** The most rounds whose folds are kept. Who asks for more in turn waits for the rests between. */
const MAX_KEPT = 200

/** The changes of the feed that are read at once. */
const CHANGES_A_READ = 1_000

/** The rests after a round was counted; after its first count it may be without. */
const REST = { factor: 20, leastMs: 500, mostMs: 5 * 60_000 }

/** The rest that may add up while rounds are counted for the first time, ms. */
const MAX_REST_MS = 10 * 60_000

/** The time for which a request waits for a new fold if there is a former one, ms. */
const PATIENCE_MS = 1_000

/**
 * What folds are counted for: the crowns of the current round, which every page asks for, or a recap
 * of any round, which has no part in the rest of the former.
 */
export type Purpose = 'crowns' | 'recap'

export interface RoundFoldsDeps {
  database: Database
  livemode: Livemode
  campaign: { readonly current: Pick<Campaign, 'goal'> }
  clock: () => number
}

/** A count of a round, under way or done. */
interface Count {
  /** The span and the milestones with which it is counted. */
  key: string
  /** The times whose changes make it wrong. */
  depends: CountedSpan
  isStale: boolean
}

interface Kept extends Count {
  folded: Folded
}

/**
 * Folds the donations of rounds when somebody asks for them, and keeps the folds. What is over is
 * counted again only after a change of a donation on which it depends, and all together take at most
 * a share of the time: meanwhile the former folds serve.
 */
export class RoundFolds {
  readonly #deps: RoundFoldsDeps
  readonly #kept = new Map<string, Kept>()
  readonly #counts = new Set<Count>()
  /** The version of the feed up to which it is known which counts are stale. */
  #checked: number | undefined
  readonly #restUntil = { crowns: 0, recap: 0 }
  readonly #flights = new SingleFlight()
  readonly #turns = new KeyedMutex()

  constructor(deps: RoundFoldsDeps) {
    this.#deps = deps
  }

  /**
   * Returns the fold of a round; a former one while counting takes long or has to rest. Throws
   * `unavailable` if there is none and too much was counted lately.
   */
  async read(round: RoundRow, purpose: Purpose): Promise<Folded> {
    await this.#follow()
    const key = this.#keyOf(round)
    const kept = this.#kept.get(round.id)
    if (kept !== undefined) {
      const isRight = kept.key === key && !kept.isStale
      if (isRight || this.#restMs(purpose) > 0) return kept.folded
    }
    // One round at a time: nobody can have the server count many large ones at once.
    const counting = this.#flights.run(`${purpose} ${round.id} ${key}`, () =>
      this.#turns.run(purpose, () => this.#take(round, purpose)),
    )
    if (kept === undefined) return counting
    return Promise.race([counting, wait(PATIENCE_MS, kept.folded, { ref: false })])
  }

  /** Learns from the change feed which folds are wrong by now. */
  readonly #follow = coalesce(async () => {
    const { reader } = this.#deps.database
    if (this.#checked === undefined || this.#counts.size === 0) {
      const version = await readVersion(reader)
      // A count that has begun meanwhile needs the changes since its beginning.
      if (this.#checked === undefined || this.#counts.size === 0) this.#checked = version
    }
    for (;;) {
      const wanted = { after: this.#checked, limit: CHANGES_A_READ }
      const changes = await readCountedTimes(reader, wanted)
      for (const count of this.#counts) {
        count.isStale ||= changes.some(({ times }) => isWithin(count.depends, times))
      }
      this.#checked = changes.at(-1)?.version ?? this.#checked
      if (changes.length < CHANGES_A_READ) return
    }
  })

  /** Returns what a fold depends on besides the donations. */
  #keyOf(round: RoundRow): string {
    return JSON.stringify([spanOf(round), this.#milestones, this.#isOver(round)])
  }

  get #milestones(): number[] {
    return listMilestones(this.#deps.campaign.current)
  }

  #isOver(round: RoundRow): boolean {
    return this.#deps.clock() >= endOf(round)
  }

  /** Returns for how long no round may be counted again, ms. */
  #restMs(purpose: Purpose): number {
    return this.#restUntil[purpose] - this.#deps.clock()
  }

  async #take(round: RoundRow, purpose: Purpose): Promise<Folded> {
    const former = this.#kept.get(round.id)
    const restMs = this.#restMs(purpose)
    if (former !== undefined && restMs > 0) return former.folded
    if (restMs > MAX_REST_MS) {
      throw new AppError('unavailable', 'Too many recaps are counted now: try again in a while.')
    }
    const startedAt = performance.now()
    let hasFailed = true
    try {
      const folded = await this.#count(round)
      hasFailed = false
      return folded
    } finally {
      const tookMs = performance.now() - startedAt
      const rule = former === undefined ? { ...REST, leastMs: 0 } : REST
      const addedMs = restOf({ tookMs, hasFailed }, rule)
      this.#restUntil[purpose] = this.#deps.clock() + Math.max(0, restMs) + addedMs
    }
  }

  async #count(round: RoundRow): Promise<Folded> {
    const milestones = this.#milestones
    const isOver = this.#isOver(round)
    const span = spanOf(round)
    // Milestones are of the sum of all donations, also of those before the round.
    const depends = milestones.length === 0 ? span : { ...span, start: 0 }
    const count: Count = { key: this.#keyOf(round), depends, isStale: false }
    this.#counts.add(count)
    try {
      const { database, livemode } = this.#deps
      const folded = await foldRound(database.reader, round, { livemode, milestones, isOver })
      this.#keep(round.id, Object.assign(count, { folded }))
      return folded
    } catch (error) {
      this.#counts.delete(count)
      throw error
    }
  }

  #keep(roundId: string, kept: Kept): void {
    this.#drop(roundId)
    this.#kept.set(roundId, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#drop(oldest)
  }

  #drop(roundId: string): void {
    const kept = this.#kept.get(roundId)
    if (kept !== undefined) this.#counts.delete(kept)
    this.#kept.delete(roundId)
  }
}
