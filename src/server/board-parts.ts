import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { createBoards } from '#server/features/leaderboard/boards/boards.ts'
import { createDonorIds } from '#server/features/leaderboard/boards/donor-ids.ts'
import { RoundKeeper } from '#server/features/leaderboard/rounds/round-keeper.ts'
import { LiveSumsReader } from '#server/features/live-sums/live-sums.ts'
import { AllTimeCrowns } from '#server/features/leaderboard/crowns/all-time-crowns.ts'
import { findCrownTitles } from '#server/features/leaderboard/crowns/crowns.ts'
import { createRecapReader } from '#server/features/leaderboard/crowns/recap-reader.ts'
import { RoundFolds } from '#server/features/leaderboard/crowns/round-folds.ts'
import { createLeaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { BoardHubs } from '#server/features/live/board-hubs.ts'
import { createHub, createStreamLimiter } from '#server/features/live/hub.ts'
import type { SharedClock } from '#server/infra/shared-clock.ts'
import type { Meters } from '#server/http/metrics/meters.ts'
import type { AppDeps } from './app-deps.ts'

interface BoardPartsDeps extends AppDeps {
  sharedClock: SharedClock
  campaign: LiveCampaign
  meters: Meters
}

/** Creates the boards and their live views, whose viewers are counted together. */
export function createBoardParts(deps: BoardPartsDeps) {
  const { database, bus, campaign, publicConfig, authSecret, clock, schedule, logger, meters } =
    deps
  const { limits } = campaign
  const leaderboard = createLeaderboard({
    payments: publicConfig.payments,
    limits,
    database,
    onArrival: (timestamp) => meters.countArrival((clock() - timestamp) / 1000),
    logger,
  })
  const boards = createBoards({
    database,
    leaderboard,
    campaign,
    limits,
    secret: authSecret,
    clock,
    schedule,
    logger,
  })
  const { livemode } = leaderboard
  const toDonorId = createDonorIds(authSecret)
  const allTime = new AllTimeCrowns({ database, livemode, campaign, clock, logger })
  const roundFolds = new RoundFolds({ database, livemode, campaign, clock })
  const rounds = new RoundKeeper({
    database,
    livemode,
    toDonorId,
    onChange: () => bus.publish(),
    clock: deps.sharedClock,
    schedule,
    logger,
  })
  const sums = new LiveSumsReader({ ...deps, livemode })
  const limiter = createStreamLimiter()
  const hub = createHub({ leaderboard, campaign, sums, logger, limiter })
  const hubs = new BoardHubs({ hub, boards, campaign, logger, limiter })
  const parts = { allTime, roundFolds, toDonorId }
  const crownDeps = { database, livemode, campaign, clock, ...parts }
  const readRecap = createRecapReader(crownDeps)
  const crowns = { ...parts, readRecap }
  const crownTitlesOf = (ids: readonly string[]) => findCrownTitles(crownDeps, ids)
  const links = { crownTitlesOf, readRecap }
  return { leaderboard, livemode, boards, rounds, crowns, ...links, sums, hub, hubs }
}
