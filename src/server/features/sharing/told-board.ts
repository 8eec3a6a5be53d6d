import { describeBoard, findLeadingBoard, type BoardId } from '#contract/boards.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { LeaderboardEntry, LeaderboardPage } from '#contract/leaderboard.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type {
  Boards,
  DonorsVersion,
  Leaderboard,
  RankedBoard,
} from '#server/features/leaderboard/leaderboard.ts'
import { findDonation, isShown, type RankKey } from '#server/features/ledger/ledger.ts'
import type { ToldRanks } from './counts.ts'

export interface ToldBoardDeps {
  leaderboard: Pick<Leaderboard, 'top' | 'page'>
  boards: Pick<Boards, 'open'>
  campaign: { readonly current: Pick<Campaign, 'boards' | 'amounts'> }
}

/** The first places of the board that links tell of. */
export interface ToldTop extends LeaderboardPage {
  ranks: ToldRanks
}

/** The board that links tell of: of donors if the host's first ranks them, else of all donations. */
export interface ToldBoard {
  readonly id: BoardId
  /** The least that may be paid now, cents. */
  readonly leastCents: number
  /** Returns the reader of the board if it is of donors. */
  openDonors(): Promise<ToldDonors | undefined>
  /** Returns its first places; undefined while they are not in memory. */
  top(limit: number): Promise<ToldTop | undefined>
  /** Returns its first places, read from the database if they are not in memory. */
  page(limit: number): Promise<ToldTop>
}

interface ToldDonors {
  board: BoardId
  read: NonNullable<RankedBoard['readDonors']>
}

export function createToldBoard({ leaderboard, boards, campaign }: ToldBoardDeps): ToldBoard {
  const findId = () => findLeadingBoard(campaign.current)
  const rankOf = (id: BoardId) => (describeBoard(id).ranks === 'donor' ? 'donor' : 'donation')
  const open = (id: BoardId) => (rankOf(id) === 'donor' ? boards.open(id) : leaderboard)
  return {
    get id() {
      return findId()
    },
    get leastCents() {
      return campaign.current.amounts.minCents
    },
    openDonors: async () => {
      const board = findId()
      const { readDonors: read } = rankOf(board) === 'donor' ? await boards.open(board) : {}
      return read && { board, read }
    },
    top: async (limit) => {
      const id = findId()
      const page = (await open(id)).top(limit)
      return page && { ...page, ranks: rankOf(id) }
    },
    page: async (limit) => {
      const id = findId()
      const board = await open(id)
      return { ...(await board.page({ limit })), ranks: rankOf(id) }
    },
  }
}

/**
 * Finds the row of a donation's donor. A donation that shows another name than the row, or was given
 * anonymously, has no row to link to: nobody may learn whose it is.
 */
export async function findToldDonor(
  { livemode, snapshot, keyOf, readRow }: DonorsVersion,
  donationId: string,
): Promise<{ key: RankKey; row: LeaderboardEntry } | undefined> {
  const donation = await findDonation(snapshot, donationId)
  if (donation === undefined || !isShown(donation, livemode)) return undefined
  const key = donation.name === ANONYMOUS ? undefined : keyOf(donation.userId)
  const row = key && (await readRow(key))
  return key && row?.name === donation.name ? { key, row } : undefined
}
