import type { Logger } from 'pino'
import type { Campaign } from '#contract/campaign.ts'
import { isNamed } from '#contract/stand-in-names.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import { spanAt } from '#server/infra/time-span.ts'
import {
  findDonors,
  readFeed,
  readVersion,
  type BoardChange,
} from '#server/features/ledger/ledger.ts'
import { CrownFold } from './crown-fold.ts'
import { FoldJournal } from './fold-journal.ts'
import type { Gift } from './gift.ts'
import { listMilestones } from './milestones.ts'
import { forEachGift } from './read-gifts.ts'

/** The changes of the feed that are read at once. */
const CHANGES_A_READ = 1_000

/** The least pause between two countings of everything, ms. */
const MIN_PAUSE_MS = 1_000

/** The pause after counting everything, as a multiple of the time that it took. */
const PAUSE_FACTOR = 20

export interface AllTimeCrownsDeps {
  database: Database
  livemode: Livemode
  campaign: { readonly current: Pick<Campaign, 'crowns' | 'goal'> }
  clock: () => number
  logger: Pick<Logger, 'debug' | 'error'>
}

/** A fold of all donations, up to a version of the feed. */
interface Folded {
  journal: FoldJournal
  /** The milestones with which it was counted. */
  milestones: string
  version: number
  /** True if the ledger has changed further back than the journal reaches. */
  isStale: boolean
}

/**
 * Keeps the crowns of all donations, from the change feed. New donations are added to what there is;
 * after other changes that lie far back everything is counted again, in the background and seldom
 * enough for other work. While the host has crowns off, nothing is read.
 */
export class AllTimeCrowns {
  readonly #deps: AllTimeCrownsDeps
  readonly #report: (error: unknown) => void
  #folded: Folded | undefined
  #counting: Promise<void> | undefined
  #nextCountAt = 0
  #isClosed = false

  constructor(deps: AllTimeCrownsDeps) {
    this.#deps = deps
    this.#report = reportFailure(deps.logger, 'the crowns could not be brought up to date')
  }

  /** Applies the changes of the ledger; counts everything in the background if that is due. */
  readonly catchUp = coalesce(async () => {
    const { campaign, clock } = this.#deps
    if (this.#isClosed) return
    if (!campaign.current.crowns) {
      this.#folded = undefined
      return
    }
    if (this.#folded !== undefined) await this.#follow(this.#folded)
    const milestones = this.#milestoneKey
    const isDue = this.#folded?.milestones !== milestones || this.#folded.isStale
    if (isDue && this.#counting === undefined && clock() >= this.#nextCountAt) this.#count()
  })

  /** Returns the fold as it is now; waits while there is none. Undefined while crowns are off. */
  async read(): Promise<{ fold: CrownFold; version: number } | undefined> {
    await this.catchUp()
    if (this.#folded === undefined) await this.#counting
    if (!this.#deps.campaign.current.crowns) return undefined
    if (this.#folded === undefined) throw new Error('The donations could not be counted.')
    return { fold: this.#folded.journal.fold, version: this.#folded.version }
  }

  /** True if `read` does not have to wait for everything to be counted. */
  get isReady(): boolean {
    return this.#deps.campaign.current.crowns && this.#folded !== undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([this.#counting])
  }

  get #milestoneKey(): string {
    return listMilestones(this.#deps.campaign.current).join()
  }

  #count(): void {
    const startedAt = performance.now()
    this.#counting = this.#countAll()
      .catch((error: unknown) => {
        this.#report(error)
        if (this.#folded === undefined) throw error
      })
      .finally(() => {
        const tookMs = performance.now() - startedAt
        this.#nextCountAt = this.#deps.clock() + Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * tookMs)
        this.#counting = undefined
      })
    // Those who wait for the first count hear of its failure.
    this.#counting.catch(() => undefined)
  }

  /**
   * Counts all donations. They are read without a snapshot, so that other reads get their turn: the
   * changes since the version from before put right what has changed meanwhile.
   */
  async #countAll(): Promise<void> {
    const { database, livemode, campaign } = this.#deps
    const milestones = this.#milestoneKey
    const milestonesCents = new Set(listMilestones(campaign.current))
    const rules = { ranks: 'donation' as const, milestonesCents, beforeCents: 0 }
    const journal = new FoldJournal(new CrownFold(rules))
    const version = await readVersion(database.reader)
    const counted = { livemode, span: spanAt('all-time', 0, 'UTC') }
    await forEachGift(database.reader, counted, (gift) => {
      if (!this.#isClosed) journal.insert(gift)
    })
    if (this.#isClosed) return
    const folded = { journal, milestones, version, isStale: false }
    await this.#follow(folded)
    this.#folded = folded
  }

  async #follow(folded: Folded): Promise<void> {
    const { database, livemode } = this.#deps
    for (;;) {
      const wanted = { livemode, after: folded.version, limit: CHANGES_A_READ }
      const changes = await readFeed(database.reader, wanted)
      const sequences = changes.map(({ sequence }) => sequence)
      const donors = await findDonors(database.reader, sequences)
      for (const change of changes) {
        apply(folded, change, donors.get(change.sequence)?.userId ?? '')
        folded.version = change.version
      }
      if (changes.length < CHANGES_A_READ) return
    }
  }
}

/** Applies a change that may have been counted already. */
function apply(folded: Folded, change: BoardChange, userId: string): void {
  const { journal } = folded
  const { sequence, previousAmountCents, row } = change
  const wasThere = journal.remove(sequence)
  if (previousAmountCents !== null && !wasThere) folded.isStale = true
  else if (row !== null && !journal.insert(toGift(change, row, userId))) folded.isStale = true
}

function toGift(
  { sequence, times }: BoardChange,
  { amountCents, name }: { amountCents: number; name: string },
  userId: string,
): Gift {
  return { sequence, at: times.captured, amountCents, userId, name: isNamed(name) ? name : null }
}
