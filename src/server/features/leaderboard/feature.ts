import type { Logger } from 'pino'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { WriteProof } from '#server/infra/database/write-proof.ts'
import type { Feature } from '#server/infra/feature.ts'
import { followBus } from './follow-bus.ts'
import type { Leaderboard } from './leaderboard.ts'
import { leaderboardRoutes } from './routes.ts'

export interface LeaderboardFeatureDeps {
  leaderboard: Leaderboard
  bus: Bus
  logger: Pick<Logger, 'debug' | 'error'>
  /** Hears whether the database can be read. */
  writeProof?: Pick<WriteProof, 'hint'>
}

/** Keeps the board up to date while the server runs, and answers its pages and ranks. */
export function createLeaderboardFeature(deps: LeaderboardFeatureDeps): Feature {
  const { leaderboard } = deps
  let stopFollowing = () => {}
  return {
    routes: leaderboardRoutes({ leaderboard }),
    start: async () => {
      await leaderboard.start()
      stopFollowing = followBus(deps)
    },
    close: async () => {
      stopFollowing()
      await leaderboard.close()
    },
  }
}
