import { describeBoard, type BoardId } from '#contract/boards.ts'
import type { SharedDonation } from '#contract/first-view.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findDonation, isShown } from '#server/features/ledger/ledger.ts'
import type { ToldRanks } from './counts.ts'
import { findToldDonor, type ToldBoard } from './told-board.ts'

/** The rank of a donation, or on a board of donors that of its donor, and the count of rows. */
export interface SharedRank extends Pick<LeaderboardEntry, 'name' | 'amountCents' | 'position'> {
  count: number
  /** The kind of rows; donations if left out. */
  ranks?: ToldRanks
  /** The titles of the crowns that it holds; missing if it holds none. */
  crowns?: readonly string[]
}

export interface SharedRanksDeps {
  leaderboard: Pick<Leaderboard, 'version' | 'read'>
  told: Pick<ToldBoard, 'id' | 'leastCents' | 'openDonors'>
  clock: () => number
}

interface Cached<Result> {
  board: BoardId
  leastCents: number
  version: number
  readAt: number
  result: Promise<Result | undefined>
}

type Read<Result> = (deps: SharedRanksDeps, donationId: string) => Promise<Result | undefined>

/**
 * The time for which a rank is cached, ms: a link that thousands follow is read once a second,
 * however fast the board changes.
 */
const LIFE_MS = 1_000

const MAX_CACHED = 1_000

/** The rows that a shared link shows around its donation. */
const SHARED_ROWS = { above: 2, below: 2 }

const DONATION_ID = /^[\w-]{1,64}$/

/** Returns whether a value of a URL can be a donation's id. */
export function isDonationId(value: unknown): value is string {
  return typeof value === 'string' && DONATION_ID.test(value)
}

/** Reads and caches what shared links tell of their donations. */
class SharedReads<Result> {
  readonly #deps: SharedRanksDeps
  readonly #readOne: Read<Result>
  /** The cache, the oldest reading first. */
  readonly #cached = new Map<string, Cached<Result>>()

  constructor(deps: SharedRanksDeps, readOne: Read<Result>) {
    this.#deps = deps
    this.#readOne = readOne
  }

  /** Returns the result for a donation; undefined if the board does not show it. */
  find(donationId: string): Promise<Result | undefined> {
    const cached = this.#cached.get(donationId)
    return cached !== undefined && this.#isFresh(cached) ? cached.result : this.#read(donationId)
  }

  #isFresh({ board, leastCents, version, readAt }: Cached<Result>): boolean {
    const { leaderboard, told, clock } = this.#deps
    if (board !== told.id || leastCents !== told.leastCents) return false
    // A day's board changes at its end, too.
    const isSame = version === leaderboard.version && describeBoard(board).span === 'all-time'
    const age = clock() - readAt
    return isSame || (age >= 0 && age < LIFE_MS)
  }

  #read(donationId: string): Promise<Result | undefined> {
    const { leaderboard, told, clock } = this.#deps
    const result = this.#readOne(this.#deps, donationId)
    const { id: board, leastCents } = told
    const { version } = leaderboard
    const cached = { board, leastCents, version, readAt: clock(), result }
    this.#cached.delete(donationId)
    this.#cached.set(donationId, cached)
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > MAX_CACHED && oldest !== undefined) this.#cached.delete(oldest)
    // Failures are not cached: this caller gets the error, and the next one reads again.
    result.catch(() => this.#cached.delete(donationId))
    return result
  }
}

/** Reads and caches the ranks of the donations in shared links. */
export class SharedRanks extends SharedReads<SharedRank> {
  constructor({ crownTitlesOf, ...deps }: SharedRanksDeps & CrownTitles) {
    super(deps, async (given, donationId) => {
      const found = await readSharedRank(given, donationId)
      if (found === undefined) return undefined
      const { rowId, ...rank } = found
      const crowns = await crownTitlesOf([donationId, rowId])
      return crowns.length > 0 ? { ...rank, crowns } : rank
    })
  }
}

interface CrownTitles {
  /** Returns the titles of the crowns that a donation holds, or the row of its donor. */
  crownTitlesOf: (ids: readonly string[]) => Promise<readonly string[]>
}

/** Reads and caches the donations in shared links with the rows around them. */
export class SharedDonations extends SharedReads<SharedDonation> {
  constructor(deps: SharedRanksDeps) {
    super(deps, readSharedDonation)
  }
}

async function readSharedRank(
  { leaderboard, told }: SharedRanksDeps,
  donationId: string,
): Promise<(SharedRank & { rowId: string }) | undefined> {
  const donors = await told.openDonors()
  if (donors !== undefined) {
    return donors.read(async (version) => {
      const found = await findToldDonor(version, donationId)
      if (found === undefined) return undefined
      const { id: rowId, name, amountCents, position } = found.row
      return { rowId, name, amountCents, position, count: version.total.count, ranks: 'donor' }
    })
  }
  return leaderboard.read(async ({ livemode, snapshot, total, positionsOf }) => {
    const donation = await findDonation(snapshot, donationId)
    if (donation === undefined || !isShown(donation, livemode)) return undefined
    const { name, amountCents, sequence } = donation
    const position = (await positionsOf([donation])).get(sequence)
    if (position === undefined) throw new Error(`Donation ${donationId} was not placed.`)
    return { rowId: donationId, name, amountCents, position, count: total.count }
  })
}

async function readSharedDonation(
  { leaderboard, told }: SharedRanksDeps,
  donationId: string,
): Promise<SharedDonation | undefined> {
  const donors = await told.openDonors()
  const options = { ...SHARED_ROWS, leastCents: told.leastCents }
  if (donors !== undefined) {
    return donors.read(async (version) => {
      const found = await findToldDonor(version, donationId)
      if (found === undefined) return undefined
      const donor = { board: donors.board, id: found.row.id }
      const surroundings = await version.surroundingsOf(found.key, options)
      return { id: donationId, donor, ...surroundings }
    })
  }
  return leaderboard.read(async ({ livemode, snapshot, surroundingsOf }) => {
    const donation = await findDonation(snapshot, donationId)
    if (donation === undefined || !isShown(donation, livemode)) return undefined
    return { id: donationId, ...(await surroundingsOf(donation, options)) }
  })
}
