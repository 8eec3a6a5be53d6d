import { describeBoard, findLeadingBoard, type BoardId } from '#contract/boards.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import type { Boards, Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import type { Database } from '#server/infra/database/database.ts'
import { findLoss, mayHaveLost } from './lost-place.ts'
import {
  createDonationPlaces,
  createDonorPlaces,
  type OwnRank,
  type Passed,
  type Places,
} from './places.ts'
import { notePlace, REMINDER_INTERVAL_MS, type ReminderRow } from './store.ts'

export interface PassedFinderDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'read' | 'rank'>
  boards: Pick<Boards, 'open'>
  campaign: Pick<LiveCampaign, 'current'>
  clock: () => number
}

/** The board whose places are told of. */
interface LeadingPlaces {
  board: BoardId
  places: Places
}

/** Finds the donors who were passed, and notes the places of the others. */
export class PassedFinder {
  readonly #deps: PassedFinderDeps

  constructor(deps: PassedFinderDeps) {
    this.#deps = deps
  }

  /** Returns those who may have been passed and may be told; notes the places of the others. */
  async findCandidates(
    reminders: readonly ReminderRow[],
    { places }: LeadingPlaces,
  ): Promise<ReminderRow[]> {
    const userIds = reminders.map(({ user_id }) => user_id)
    const { version, ownRanks } = await places.read(userIds, async (at) => ({
      version: at.version,
      ownRanks: userIds.map((userId) => at.rankOf(userId)),
    }))
    const candidates: ReminderRow[] = []
    for (const [index, reminder] of reminders.entries()) {
      const ownRank = ownRanks[index]
      const mayBePassed = ownRank !== undefined && mayHaveLost(reminder, ownRank)
      if (mayBePassed && this.#isDue(reminder)) candidates.push(reminder)
      else if (isNews(reminder, ownRank, mayBePassed)) {
        await this.note(reminder, { ownRank, version })
      }
    }
    return candidates
  }

  /**
   * Returns how a donor was passed; notes the place of one who was not. Each is read by themselves,
   * because the live board waits while one of its versions is read.
   */
  async findPassed(
    reminder: ReminderRow,
    { board, places }: LeadingPlaces,
  ): Promise<Passed | undefined> {
    const { user_id: userId } = reminder
    const { version, ownRank, loss } = await places.read([userId], async (at) => {
      const own = at.rankOf(userId)
      const lost = own && mayHaveLost(reminder, own) ? await findLoss(at, reminder, own) : undefined
      return { version: at.version, ownRank: own, loss: lost }
    })
    if (ownRank && loss) return { reminder, board, places, ownRank, version, ...loss }
    await this.note(reminder, { ownRank, version })
    return undefined
  }

  /** Notes the place of a donor at a version. */
  async note(
    { user_id: userId }: ReminderRow,
    { ownRank, version }: { ownRank: OwnRank | undefined; version: number },
  ): Promise<void> {
    const place = ownRank?.place ?? null
    await this.#deps.database.write(notePlace, { userId, place, version })
  }

  /** Opens the places of the board that is told of now. */
  async open(): Promise<LeadingPlaces> {
    const board = findLeadingBoard(this.#deps.campaign.current)
    return { board, places: await this.#openPlaces(board) }
  }

  async #openPlaces(board: BoardId): Promise<Places> {
    const { boards, leaderboard } = this.#deps
    if (describeBoard(board).ranks !== 'donor') return createDonationPlaces(leaderboard)
    const { rank, readDonors } = await boards.open(board)
    if (readDonors === undefined) throw new Error('A board of donors cannot tell their places.')
    return createDonorPlaces({ rank, readDonors })
  }

  #isDue({ last_sent_at: lastSentAt }: ReminderRow): boolean {
    return lastSentAt <= this.#deps.clock() - REMINDER_INTERVAL_MS
  }
}

/** Returns whether a place is to be noted: of those who wait for their day to be over, a better one alone. */
function isNews(
  { place: noted }: ReminderRow,
  ownRank: OwnRank | undefined,
  mayBePassed: boolean,
): boolean {
  const place = ownRank?.place ?? null
  return mayBePassed ? (place ?? Infinity) < (noted ?? Infinity) : place !== noted
}
