import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import type { Campaign } from '#contract/campaign.ts'
import { createBoards } from '#server/features/leaderboard/boards/boards.ts'
import { boardRoutes } from '#server/features/leaderboard/boards/routes.ts'
import {
  createLeaderboard,
  type Boards,
  type Leaderboard,
} from '#server/features/leaderboard/leaderboard.ts'
import { leaderboardRoutes } from '#server/features/leaderboard/routes.ts'
import { BoardHubs } from '#server/features/live/board-hubs.ts'
import {
  createHub,
  createStreamLimiter,
  type Hub,
  type HubDeps,
} from '#server/features/live/hub.ts'
import { boardLiveRoutes, liveRoutes } from '#server/features/live/routes.ts'
import { httpServerFactory } from '#server/http/wire/http-server.ts'
import type { ConnectionLimits } from '#server/http/wire/connection-limiter.ts'
import { installErrorAnswers, installMissingAnswers } from '#server/http/errors.ts'
import { scheduleByTimer } from '#server/infra/schedule.ts'
import { recordRoutes } from '#server/http/route-table.ts'
import { changeBoard, openBoardDatabase, type BoardFixture } from '../databases/board.ts'

/** The boards and their live views on a free port, without the rest of the product. */
export interface LiveServer {
  origin: string
  /** The stream's URL. */
  url: string
  leaderboard: Leaderboard
  hub: Hub
  hubs: BoardHubs
  boards: Boards
  /** The boards that exist, which a test may change. */
  campaign: { current: Pick<Campaign, 'boards' | 'timeZone'> }
  /** The time of the boards, Unix ms, which a test may change. */
  clock: { now: number }
  /** Commits changes without refreshing the board. */
  commit(...fixtures: BoardFixture[]): Promise<void>
  /** Commits changes and refreshes the board. */
  change(...fixtures: BoardFixture[]): Promise<void>
  close(): Promise<void>
}

export async function startLiveServer(
  options: Partial<HubDeps> = {},
  limits?: ConnectionLimits,
): Promise<LiveServer> {
  const logger = pino({ level: 'silent' })
  const database = await openBoardDatabase()
  const leaderboard = createLeaderboard({ database, payments: 'sandbox', logger })
  await leaderboard.start()
  const campaign: LiveServer['campaign'] = {
    current: { boards: ['donations-all-time'], timeZone: 'UTC' },
  }
  const clock = { now: 1_767_225_600_000 }
  const boards = createBoards({
    database,
    leaderboard,
    campaign,
    limits: { maxCents: 1_000_000 },
    secret: 'a secret of these tests',
    clock: () => clock.now,
    schedule: scheduleByTimer,
    logger,
  })
  const { limiter = createStreamLimiter() } = options
  const hub = createHub({ leaderboard, logger, limiter, ...options })
  const hubs = new BoardHubs({ hub, boards, logger, limiter })
  const app = Fastify({
    serverFactory: httpServerFactory({ trustedProxies: [], ...(limits && { limits }) }),
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-from-a-hook', 'kept')
  })
  recordRoutes(app)
  installErrorAnswers(app)
  installMissingAnswers(app)
  await app.register(leaderboardRoutes({ leaderboard }))
  await app.register(liveRoutes({ hub }))
  await app.register(boardRoutes({ boards }))
  await app.register(boardLiveRoutes({ hubs }))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const commit = async (...fixtures: BoardFixture[]): Promise<void> => {
    await database.write(changeBoard, fixtures)
  }
  return {
    origin,
    url: `${origin}/api/leaderboard/live`,
    leaderboard,
    hub,
    hubs,
    boards,
    campaign,
    clock,
    commit,
    change: async (...fixtures) => {
      await commit(...fixtures)
      await Promise.all([leaderboard.catchUp(), boards.catchUp()])
    },
    close: async () => {
      await hubs.close()
      await app.close()
      await boards.close()
      await leaderboard.close()
      await database.close()
    },
  }
}
