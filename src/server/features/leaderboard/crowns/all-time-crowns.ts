import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeBoard, findLeadingBoard } from '#contract/boards.ts'
import type { Campaign } from '#contract/campaign.ts'
import { isNamed } from '#contract/stand-in-names.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import { spanAt } from '#server/infra/time-span.ts'
import { restOf } from '#server/infra/work-rest.ts'
import {
  findDonors,
  findShownFrom,
  readFeed,
  readVersion,
  type BoardChange,
} from '#server/features/ledger/ledger.ts'
import { CrownFold, type FoldRules } from './crown-fold.ts'
import { FoldJournal } from './fold-journal.ts'
import { foldDonors } from './fold-round.ts'
import type { Folded } from './fold-state.ts'
import type { Gift } from './gift.ts'
import { listMilestones } from './milestones.ts'
import { forEachGift } from './read-gifts.ts'

/** The changes of the feed that are read at once. */
const CHANGES_A_READ = 1_000

/** The rests between two countings of everything. */
const REST = { factor: 20, leastMs: 1_000, mostMs: 5 * 60_000 }

/** The time for which a reader waits for donors to be counted again, ms. */
const PATIENCE_MS = 1_000

export interface AllTimeCrownsDeps {
  database: Database
  livemode: Livemode
  campaign: { readonly current: Pick<Campaign, 'crowns' | 'goal' | 'boards'> }
  clock: () => number
  logger: Pick<Logger, 'debug' | 'error'>
}

/** The crowns of all time, up to a version of the feed. */
export interface AllTimeFold {
  fold: Folded
  ranks: FoldRules['ranks']
  version: number
}

interface Kept extends AllTimeFold {
  /** Takes the latest donations back; undefined where donors rank, who are always counted anew. */
  journal: FoldJournal | undefined
  /** The rules with which it was counted. */
  key: string
  /** True if the ledger has changed further back than the journal reaches. */
  isStale: boolean
}

/**
 * Keeps the crowns of all donations, from the change feed; the first place is that of donations, or of
 * donors if the host's first board ranks them. New donations are added to what there is; after other
 * changes that lie far back everything is counted again, in the background and seldom enough for other
 * work. Where donors rank that is so after each change: a donation that shows no name counts at a time
 * that later ones decide. While the host has crowns off, nothing is read.
 */
export class AllTimeCrowns {
  readonly #deps: AllTimeCrownsDeps
  readonly #report: (error: unknown) => void
  #folded: Kept | undefined
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
    if (this.#isOutdated && this.#counting === undefined && clock() >= this.#nextCountAt) {
      this.#count()
    }
  })

  /** Returns the fold as it is now; waits while there is none. Undefined while crowns are off. */
  async read(): Promise<AllTimeFold | undefined> {
    await this.catchUp()
    if (this.#folded === undefined) await this.#counting
    else if (this.#isOutdated && this.#ranks === 'donor') await this.#waitForCount()
    if (!this.#deps.campaign.current.crowns) return undefined
    if (this.#folded === undefined) throw new Error('The donations could not be counted.')
    return this.#folded
  }

  /** Waits until what has changed is counted, if that is soon. */
  async #waitForCount(): Promise<void> {
    const pauseMs = this.#nextCountAt - this.#deps.clock()
    if (this.#counting === undefined && pauseMs > PATIENCE_MS) return
    if (this.#counting === undefined && pauseMs > 0) await wait(pauseMs)
    await this.catchUp()
    await Promise.race([this.#counting, wait(PATIENCE_MS, undefined, { ref: false })])
  }

  /** True if `read` does not have to wait for everything to be counted. */
  get isReady(): boolean {
    return this.#deps.campaign.current.crowns && this.#folded !== undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([this.#counting])
  }

  get #ranks(): FoldRules['ranks'] {
    const { ranks } = describeBoard(findLeadingBoard(this.#deps.campaign.current))
    return ranks === 'donor' ? 'donor' : 'donation'
  }

  get #key(): string {
    return `${this.#ranks} ${listMilestones(this.#deps.campaign.current).join()}`
  }

  get #isOutdated(): boolean {
    return this.#folded === undefined || this.#folded.isStale || this.#folded.key !== this.#key
  }

  #count(): void {
    const startedAt = performance.now()
    let hasFailed = false
    this.#counting = this.#countAll()
      .catch((error: unknown) => {
        hasFailed = true
        this.#report(error)
        if (this.#folded === undefined) throw error
      })
      .finally(() => {
        const tookMs = performance.now() - startedAt
        this.#nextCountAt = this.#deps.clock() + restOf({ tookMs, hasFailed }, REST)
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
    const [key, ranks] = [this.#key, this.#ranks]
    const milestonesCents = new Set(listMilestones(campaign.current))
    const fold = new CrownFold({ ranks, milestonesCents, beforeCents: 0 })
    const journal = ranks === 'donation' ? new FoldJournal(fold) : undefined
    const version = await readVersion(database.reader)
    const counted = { livemode, span: spanAt('all-time', 0, 'UTC') }
    if (journal === undefined) {
      await foldDonors(database.reader, { fold, counted, end: undefined })
    } else {
      await forEachGift(database.reader, counted, (gift) => {
        if (!this.#isClosed) journal.insert(gift)
      })
    }
    if (this.#isClosed) return
    // Nothing can be added to a fold of donors, so that only what tells of it is kept.
    const told = journal === undefined ? { lists: fold.lists, state: fold.state } : fold
    const kept = { fold: told, ranks, journal, key, version, isStale: false }
    await this.#follow(kept)
    this.#folded = kept
  }

  async #follow(folded: Kept): Promise<void> {
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
function apply(folded: Kept, change: BoardChange, userId: string): void {
  const { journal } = folded
  const { sequence, previousAmountCents, row } = change
  if (journal === undefined) {
    folded.isStale = true
    return
  }
  const wasThere = journal.remove(sequence)
  if (previousAmountCents !== null && !wasThere) folded.isStale = true
  else if (row !== null && !journal.insert(toGift(change, row, userId))) folded.isStale = true
}

function toGift(
  { sequence, times }: BoardChange,
  { amountCents, name }: { amountCents: number; name: string },
  userId: string,
): Gift {
  return {
    sequence,
    at: findShownFrom(times),
    amountCents,
    userId,
    name: isNamed(name) ? name : null,
  }
}
