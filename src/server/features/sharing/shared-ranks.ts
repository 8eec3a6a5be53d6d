import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findShownDonation } from './store.ts'

/** Where somebody's donation stands on the board, and among how many. */
export interface SharedRank {
  name: string
  amountCents: number
  position: number
  count: number
}

export interface SharedRanksDeps {
  leaderboard: Pick<Leaderboard, 'version' | 'read'>
  clock: () => number
}

interface Kept {
  version: number
  readAt: number
  rank: Promise<SharedRank | undefined>
}

/** A link that thousands follow is looked up once a second, however fast the board changes. */
const LIFE_MS = 1_000

const MAX_KEPT = 1_000

/** Where the donations of shared links stand. */
export class SharedRanks {
  readonly #deps: SharedRanksDeps
  /** The one that was read longest ago first. */
  readonly #kept = new Map<string, Kept>()

  constructor(deps: SharedRanksDeps) {
    this.#deps = deps
  }

  /** Undefined where the board shows no such donation. */
  find(donationId: string): Promise<SharedRank | undefined> {
    const kept = this.#kept.get(donationId)
    return kept !== undefined && this.#isFresh(kept) ? kept.rank : this.#read(donationId)
  }

  #isFresh({ version, readAt }: Kept): boolean {
    const { leaderboard, clock } = this.#deps
    const age = clock() - readAt
    return version === leaderboard.version || (age >= 0 && age < LIFE_MS)
  }

  #read(donationId: string): Promise<SharedRank | undefined> {
    const { leaderboard, clock } = this.#deps
    const rank = readSharedRank(leaderboard, donationId)
    const kept = { version: leaderboard.version, readAt: clock(), rank }
    this.#kept.delete(donationId)
    this.#kept.set(donationId, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    // Whoever asked is told of the failure; the next one asks anew.
    rank.catch(() => this.#kept.delete(donationId))
    return rank
  }
}

function readSharedRank(
  leaderboard: Pick<Leaderboard, 'read'>,
  donationId: string,
): Promise<SharedRank | undefined> {
  return leaderboard.read(async ({ livemode, snapshot, total, positionsOf }) => {
    const donation = await findShownDonation(snapshot, { id: donationId, livemode })
    if (donation === undefined) return undefined
    const { name, amountCents, sequence } = donation
    const position = (await positionsOf([donation])).get(sequence)
    if (position === undefined) throw new Error(`Donation ${donationId} was not placed.`)
    return { name, amountCents, position, count: total.count }
  })
}
