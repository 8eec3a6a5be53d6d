import { sql } from 'kysely'
import type { Campaign } from '#contract/campaign.ts'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import { SingleFlight } from '#server/infra/single-flight.ts'
import { queryCounted, readVersion, type CountedSpan } from '#server/features/ledger/ledger.ts'
import { endOf, spanOf, type RoundRow } from '../rounds/round.ts'
import { CrownFold } from './crown-fold.ts'
import { DonorFolding } from './fold-donors.ts'
import { listMilestones } from './milestones.ts'
import { forEachGift } from './read-gifts.ts'

/** The most rounds whose folds are kept: as many as the page lists. */
const MAX_KEPT = 20

/** The least time for which a fold serves, ms. */
const MIN_PAUSE_MS = 500

/** The time for which a fold serves, as a multiple of the time that it took. */
const PAUSE_FACTOR = 20

export interface RoundFoldsDeps {
  database: Database
  livemode: Livemode
  campaign: { readonly current: Pick<Campaign, 'goal'> }
  clock: () => number
}

interface Kept {
  fold: CrownFold
  version: number
  /** The span and the milestones with which it was counted. */
  key: string
  /** The time until which it serves even if the ledger has changed, Unix ms. */
  servesUntil: number
}

/** Folds the donations of rounds when somebody asks for them, and keeps the latest folds. */
export class RoundFolds {
  readonly #deps: RoundFoldsDeps
  readonly #kept = new Map<string, Kept>()
  readonly #flights = new SingleFlight()
  readonly #turns = new KeyedMutex()

  constructor(deps: RoundFoldsDeps) {
    this.#deps = deps
  }

  /** Returns the fold of a round, as old as a second or, of a large round, as counting allows. */
  async read(round: RoundRow): Promise<{ fold: CrownFold; version: number }> {
    const version = await readVersion(this.#deps.database.reader)
    const key = this.#keyOf(round)
    const kept = this.#kept.get(round.id)
    const isRight = kept?.key === key && (kept.version === version || this.#serves(kept))
    if (kept !== undefined && isRight) return kept
    // One round at a time: nobody can have the server count many large ones at once.
    return this.#flights.run(`${round.id} ${key}`, () =>
      this.#turns.run('count', () => this.#count(round, { version, key })),
    )
  }

  /** Returns what a fold depends on besides the donations. */
  #keyOf(round: RoundRow): string {
    const milestones = listMilestones(this.#deps.campaign.current)
    return JSON.stringify([spanOf(round), milestones, this.#isOver(round)])
  }

  #isOver(round: RoundRow): boolean {
    return this.#deps.clock() >= endOf(round)
  }

  #serves({ servesUntil }: Kept): boolean {
    return this.#deps.clock() < servesUntil
  }

  async #count(round: RoundRow, at: { version: number; key: string }): Promise<Kept> {
    const { clock } = this.#deps
    const startedAt = performance.now()
    const fold = await this.#fold(round)
    const tookMs = performance.now() - startedAt
    const servesUntil = clock() + Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * tookMs)
    const kept = { ...at, fold, servesUntil }
    this.#kept.delete(round.id)
    this.#kept.set(round.id, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }

  async #fold(round: RoundRow): Promise<CrownFold> {
    const { database, livemode, campaign } = this.#deps
    const { reader } = database
    const { ranks } = round
    const span = spanOf(round)
    const milestonesCents = new Set(listMilestones(campaign.current))
    const before = { ...span, start: 0, end: span.start }
    const beforeCents = milestonesCents.size === 0 ? 0 : await sumCounted(reader, livemode, before)
    const fold = new CrownFold({ ranks, milestonesCents, beforeCents })
    const counted = { livemode, span }
    if (ranks === 'donation') {
      await forEachGift(reader, counted, (gift) => void fold.add(gift))
      return fold
    }
    const isOver = this.#isOver(round)
    const folding = new DonorFolding(fold, await findNamed(reader, counted))
    await forEachGift(reader, counted, (gift) => folding.add(gift))
    folding.finish(isOver ? endOf(round) : undefined)
    return fold
  }
}

async function sumCounted(reader: Reader, livemode: Livemode, span: CountedSpan): Promise<number> {
  const { cents } = await queryCounted(reader, livemode, span)
    .select(sql<number>`cast(coalesce(sum(donations.amount_cents), 0) as bigint)`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}

/** Returns the accounts that show a name with some donation of a span. */
async function findNamed(
  reader: Reader,
  { livemode, span }: { livemode: Livemode; span: CountedSpan },
): Promise<Set<string>> {
  const rows = await queryCounted(reader, livemode, span)
    .select('donations.user_id as userId')
    .where('donations.name', 'not in', [ANONYMOUS, HELD_NAME])
    .groupBy('donations.user_id')
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}
