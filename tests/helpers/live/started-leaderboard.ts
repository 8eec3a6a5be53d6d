import { pino } from 'pino'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Campaign } from '#contract/campaign.ts'
import { createBoards } from '#server/features/leaderboard/boards/boards.ts'
import {
  createLeaderboard,
  type Boards,
  type Leaderboard,
} from '#server/features/leaderboard/leaderboard.ts'
import { changeBoard, openBoardDatabase, type BoardFixture } from '../databases/board.ts'

/** A started leaderboard on a database of its own, with the boards of its campaign. */
export interface StartedLeaderboard {
  leaderboard: Leaderboard
  boards: Boards
  campaign: { current: Campaign }
  /** Commits changes and resolves when the leaderboard has loaded them. */
  change(...fixtures: BoardFixture[]): Promise<void>
  close(): Promise<void>
}

export async function startLeaderboard(): Promise<StartedLeaderboard> {
  const database = await openBoardDatabase()
  const logger = pino({ level: 'silent' })
  const leaderboard = createLeaderboard({ database, payments: 'sandbox', logger })
  await leaderboard.start()
  const campaign = { current: DEFAULT_CAMPAIGN }
  const boards = createBoards({
    database,
    leaderboard,
    campaign,
    limits: { maxCents: 1_000_000 },
    secret: 'a secret of tests',
    clock: Date.now,
    schedule: () => () => {},
    logger,
  })
  return {
    leaderboard,
    boards,
    campaign,
    change: async (...fixtures) => {
      await database.write(changeBoard, fixtures)
      await leaderboard.catchUp()
    },
    close: async () => {
      await boards.close()
      await leaderboard.close()
      await database.close()
    },
  }
}
