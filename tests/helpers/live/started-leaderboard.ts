import { pino } from 'pino'
import { createLeaderboard, type Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { changeBoard, openBoardDatabase, type BoardFixture } from '../databases/board.ts'

/** A started leaderboard on a database of its own. */
export interface StartedLeaderboard {
  leaderboard: Leaderboard
  /** Commits changes and resolves when the leaderboard has loaded them. */
  change(...fixtures: BoardFixture[]): Promise<void>
  close(): Promise<void>
}

export async function startLeaderboard(): Promise<StartedLeaderboard> {
  const database = await openBoardDatabase()
  const leaderboard = createLeaderboard({
    database,
    payments: 'sandbox',
    logger: pino({ level: 'silent' }),
  })
  await leaderboard.start()
  return {
    leaderboard,
    change: async (...fixtures) => {
      await database.write(changeBoard, fixtures)
      await leaderboard.catchUp()
    },
    close: async () => {
      await leaderboard.close()
      await database.close()
    },
  }
}
