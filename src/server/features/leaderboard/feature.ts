import type { Logger } from 'pino'
import type { WriteProof } from '#server/infra/database/write-proof.ts'
import type { Feature } from '#server/infra/feature.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import { boardRoutes, ownPlaceRoutes } from './boards/routes.ts'
import type { AllTimeCrowns } from './crowns/all-time-crowns.ts'
import { crownRoutes, type CrownRoutesDeps } from './crowns/routes.ts'
import { followBus } from './follow-bus.ts'
import type { Boards, Leaderboard } from './leaderboard.ts'
import { hostRoundRoutes, type HostRoundRoutesDeps } from './rounds/host-routes.ts'
import { resultsExportRoute } from './rounds/results-export.ts'
import type { RoundKeeper } from './rounds/round-keeper.ts'
import { roundRoutes } from './rounds/routes.ts'
import { leaderboardRoutes } from './routes.ts'

export interface LeaderboardFeatureDeps extends HostRoundRoutesDeps {
  rounds: RoundKeeper
  leaderboard: Leaderboard
  boards: Boards
  crowns: Omit<CrownRoutesDeps, 'allTime' | 'database' | 'livemode' | 'campaign' | 'clock'> & {
    allTime: AllTimeCrowns
  }
  campaign: CrownRoutesDeps['campaign'] & HostRoundRoutesDeps['campaign']
  /** Asks the providers at the start what was paid meanwhile; null before it has. */
  reconciliation: { reconciler: { readonly reconciledAt: number | null } }
  requireUser: RequireUser
  logger: Pick<Logger, 'debug' | 'error'>
  /** Hears whether the database can be read. */
  writeProof?: Pick<WriteProof, 'hint'>
}

/** Keeps the boards up to date while the server runs, and answers their pages and ranks. */
export function createLeaderboardFeature(deps: LeaderboardFeatureDeps): Feature {
  const { leaderboard, boards, rounds, crowns, reconciliation, bus, logger } = deps
  const stops: (() => void)[] = []
  return {
    routes: async (app) => {
      await app.register(leaderboardRoutes({ leaderboard }))
      await app.register(boardRoutes({ boards }))
      await app.register(ownPlaceRoutes(deps))
      await app.register(roundRoutes(deps))
      await app.register(hostRoundRoutes(deps))
      await app.register(resultsExportRoute({ ...deps, toDonorId: crowns.toDonorId }))
      await app.register(crownRoutes({ ...deps, ...crowns }))
    },
    start: async () => {
      await leaderboard.start()
      await boards.catchUp()
      rounds.holdUntil(() => reconciliation.reconciler.reconciledAt !== null)
      await rounds.catchUp()
      stops.push(
        followBus(deps),
        followBus({ leaderboard: boards, bus, logger }),
        followBus({ leaderboard: rounds, bus, logger }),
        followBus({ leaderboard: crowns.allTime, bus, logger }),
      )
    },
    close: async () => {
      for (const stop of stops) stop()
      await crowns.allTime.close()
      await rounds.close()
      await boards.close()
      await leaderboard.close()
    },
  }
}
