import type { Logger } from 'pino'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { Feature } from '#server/infra/feature.ts'
import { showBoardOf } from './board/board-mode.ts'
import { ledgerRoutes, type LedgerRoutesDeps } from './routes.ts'

export interface LedgerDeps extends LedgerRoutesDeps {
  leaderboard: LedgerRoutesDeps['leaderboard'] & { livemode: Livemode }
  logger: Logger
}

/** Answers for donations, and has the board show those of its own mode. */
export function createLedgerFeature(deps: LedgerDeps): Feature {
  const { database, leaderboard, logger } = deps
  return {
    routes: ledgerRoutes(deps),
    load: () => showBoardOf(leaderboard.livemode, { database, logger }),
  }
}
