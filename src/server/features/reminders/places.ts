import type { BoardId } from '#contract/boards.ts'
import { MIN_DONATION_CENTS } from '#contract/money.ts'
import type { RankQuote, RankQuoteQuery } from '#contract/leaderboard.ts'
import type {
  BoardVersion,
  DonorsVersion,
  Leaderboard,
  RankedBoard,
} from '#server/features/leaderboard/leaderboard.ts'
import {
  compareRank,
  findBestDonations,
  findDonorsSince,
  findPassers,
  type RankKey,
} from '#server/features/ledger/ledger.ts'
import type { ReminderRow } from './store.ts'

/** The most donors to read who gave since a donor was last seen. */
const MAX_RECENT = 1_000

/** A donor's place, and the amount or sum that stands there, cents. */
export interface OwnRank {
  place: number
  amountCents: number
  /** The version since which it is this amount. */
  sequence: number
}

/** Those who passed a donor: how many, and the latest of them as the board shows it. */
export interface Passers {
  count: number
  latest: { id: string; name: string; amountCents: number }
}

/** The places of one version of a board. */
export interface PlacesVersion {
  /** The version by which donations are counted up. */
  version: number
  rankOf(userId: string): OwnRank | undefined
  /** Finds who has passed a donor by what they gave after a version. */
  findPassers(userId: string, after: number): Promise<Passers | undefined>
}

/** The places of donors on a board, by its rule. */
export interface Places {
  /** Runs `use` on the places of accounts, of one version. */
  read<Result>(
    userIds: readonly string[],
    use: (version: PlacesVersion) => Promise<Result>,
  ): Promise<Result>
  /** Returns the least donation that takes a place; undefined if none that is allowed does. */
  findTargetCents(place: number, ownRank: OwnRank): Promise<number | undefined>
}

/** A donor who may have been passed. */
export interface Passed {
  reminder: ReminderRow
  board: BoardId
  places: Places
  /** The place that was noted, from which they fell; undefined if none was. */
  formerPlace: number | undefined
  /** The former place, or the one above all who passed them. */
  targetPlace: number
  ownRank: OwnRank
  version: number
  passer: Passers['latest']
}

/** Creates the places on the board of all donations: a donor has that of their highest one. */
export function createDonationPlaces(leaderboard: Pick<Leaderboard, 'read' | 'rank'>): Places {
  return {
    read: (userIds, use) =>
      leaderboard.read(async (board) => {
        const { snapshot, livemode, positionsOf } = board
        const bests = await findBestDonations(snapshot, { userIds, livemode })
        return use(viewDonations(board, bests, await positionsOf(bests)))
      }),
    findTargetCents: (place) => findTargetCents(leaderboard, MIN_DONATION_CENTS, place),
  }
}

type Bests = Awaited<ReturnType<typeof findBestDonations>>

function viewDonations(
  board: BoardVersion,
  bests: Bests,
  positions: ReadonlyMap<number, number>,
): PlacesVersion {
  const { snapshot, livemode, version } = board
  const bestOf = new Map(bests.map((best) => [best.userId, best]))
  return {
    version,
    rankOf: (userId) => {
      const best = bestOf.get(userId)
      const place = best && positions.get(best.sequence)
      return best && place !== undefined ? { ...best, place } : undefined
    },
    findPassers: async (userId, after) => {
      const amountCents = bestOf.get(userId)?.amountCents
      if (amountCents === undefined) return undefined
      return findPassers(snapshot, { livemode, userId, amountCents, after })
    },
  }
}

/** Creates the places on a board of donors: what is given adds to the sum that stands there. */
export function createDonorPlaces(
  board: Pick<RankedBoard, 'rank'> & Required<Pick<RankedBoard, 'readDonors'>>,
): Places {
  return {
    read: (_userIds, use) => board.readDonors((version) => use(viewDonors(version))),
    findTargetCents: async (place, { amountCents }) => {
      const cents = await findTargetCents(board, amountCents + MIN_DONATION_CENTS, place)
      return cents && cents - amountCents
    },
  }
}

function viewDonors(donors: DonorsVersion): PlacesVersion {
  return {
    version: donors.feedVersion,
    rankOf: (userId) => {
      const key = donors.keyOf(userId)
      return key && { ...key, place: donors.positionOf(key) }
    },
    findPassers: async (userId, after) => {
      const own = donors.keyOf(userId)
      return own && describePassing(donors, await listPassing(donors, { userId, own, after }))
    },
  }
}

/**
 * Lists the donors who stand above a sum of an account now and, without what they gave since, would
 * not; the latest first.
 */
async function listPassing(
  donors: DonorsVersion,
  { userId, own, after }: { userId: string; own: RankKey; after: number },
): Promise<RankKey[]> {
  const { snapshot, livemode, span } = donors
  const wanted = { livemode, span, after, userId, limit: MAX_RECENT }
  const recent = await findDonorsSince(snapshot, wanted)
  return recent.flatMap(({ userId: other, sinceCents }) => {
    const key = donors.keyOf(other)
    const isAbove = key !== undefined && compareRank(key, own) < 0
    return isAbove && key.amountCents - sinceCents <= own.amountCents ? [key] : []
  })
}

/** Names and sums those who passed as the board shows them. */
async function describePassing(
  donors: DonorsVersion,
  passing: readonly RankKey[],
): Promise<Passers | undefined> {
  const [latest] = passing
  const row = latest && (await donors.readRow(latest))
  if (latest === undefined || row === undefined) return undefined
  // The same donor may pass again with another donation.
  const id = `${row.id} ${latest.sequence}`
  return { count: passing.length, latest: { id, name: row.name, amountCents: row.amountCents } }
}

/** Returns the least amount that takes a place; undefined if none that is allowed does. */
async function findTargetCents(
  board: { rank: (query: RankQuoteQuery) => Promise<RankQuote> },
  amountCents: number,
  place: number,
): Promise<number | undefined> {
  const quote = await board.rank({ amountCents, positions: [place] })
  if (quote.position <= place) return amountCents
  return quote.aims.find(({ position }) => position <= place)?.amountCents
}
