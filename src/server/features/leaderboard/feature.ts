import type { Logger } from 'pino'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { WriteProof } from '#server/infra/database/write-proof.ts'
import type { Feature } from '#server/infra/feature.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import { boardRoutes, ownPlaceRoutes } from './boards/routes.ts'
import { followBus } from './follow-bus.ts'
import type { Boards, Leaderboard } from './leaderboard.ts'
import { leaderboardRoutes } from './routes.ts'

export interface LeaderboardFeatureDeps {
  leaderboard: Leaderboard
  boards: Boards
  requireUser: RequireUser
  bus: Bus
  logger: Pick<Logger, 'debug' | 'error'>
  /** Hears whether the database can be read. */
  writeProof?: Pick<WriteProof, 'hint'>
}

/** Keeps the boards up to date while the server runs, and answers their pages and ranks. */
export function createLeaderboardFeature(deps: LeaderboardFeatureDeps): Feature {
  const { leaderboard, boards, bus, logger } = deps
  const stops: (() => void)[] = []
  return {
    routes: async (app) => {
      await app.register(leaderboardRoutes({ leaderboard }))
      await app.register(boardRoutes({ boards }))
      await app.register(ownPlaceRoutes(deps))
    },
    start: async () => {
      await leaderboard.start()
      await boards.catchUp()
      stops.push(followBus(deps), followBus({ leaderboard: boards, bus, logger }))
    },
    close: async () => {
      for (const stop of stops) stop()
      await boards.close()
      await leaderboard.close()
    },
  }
}
