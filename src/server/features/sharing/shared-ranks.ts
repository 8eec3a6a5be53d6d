import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findDonation, isShown } from '#server/features/ledger/ledger.ts'

/** The rank of a donation on the board, and the count of donations. */
export interface SharedRank extends Pick<LeaderboardEntry, 'name' | 'amountCents' | 'position'> {
  count: number
}

export interface SharedRanksDeps {
  leaderboard: Pick<Leaderboard, 'version' | 'read'>
  clock: () => number
}

interface Cached {
  version: number
  readAt: number
  rank: Promise<SharedRank | undefined>
}

/**
 * The time for which a rank is cached, ms: a link that thousands follow is read once a second,
 * however fast the board changes.
 */
const LIFE_MS = 1_000

const MAX_CACHED = 1_000

/** Reads and caches the ranks of the donations in shared links. */
export class SharedRanks {
  readonly #deps: SharedRanksDeps
  /** The cache, the oldest reading first. */
  readonly #cached = new Map<string, Cached>()

  constructor(deps: SharedRanksDeps) {
    this.#deps = deps
  }

  /** Returns a donation's rank; undefined if the board does not show it. */
  find(donationId: string): Promise<SharedRank | undefined> {
    const cached = this.#cached.get(donationId)
    return cached !== undefined && this.#isFresh(cached) ? cached.rank : this.#read(donationId)
  }

  #isFresh({ version, readAt }: Cached): boolean {
    const { leaderboard, clock } = this.#deps
    const age = clock() - readAt
    return version === leaderboard.version || (age >= 0 && age < LIFE_MS)
  }

  #read(donationId: string): Promise<SharedRank | undefined> {
    const { leaderboard, clock } = this.#deps
    const rank = readSharedRank(leaderboard, donationId)
    const cached = { version: leaderboard.version, readAt: clock(), rank }
    this.#cached.delete(donationId)
    this.#cached.set(donationId, cached)
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > MAX_CACHED && oldest !== undefined) this.#cached.delete(oldest)
    // Failures are not cached: this caller gets the error, and the next one reads again.
    rank.catch(() => this.#cached.delete(donationId))
    return rank
  }
}

function readSharedRank(
  leaderboard: Pick<Leaderboard, 'read'>,
  donationId: string,
): Promise<SharedRank | undefined> {
  return leaderboard.read(async ({ livemode, snapshot, total, positionsOf }) => {
    const donation = await findDonation(snapshot, donationId)
    if (donation === undefined || !isShown(donation, livemode)) return undefined
    const { name, amountCents, sequence } = donation
    const position = (await positionsOf([donation])).get(sequence)
    if (position === undefined) throw new Error(`Donation ${donationId} was not placed.`)
    return { name, amountCents, position, count: total.count }
  })
}
