import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { createLeaderboard, type Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { leaderboardRoutes } from '#server/features/leaderboard/routes.ts'
import { createHub, type Hub, type HubDeps } from '#server/features/live/hub.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { httpServerFactory } from '#server/http/wire/http-server.ts'
import type { ConnectionLimits } from '#server/http/wire/connection-limiter.ts'
import { installErrorAnswers, installMissingAnswers } from '#server/http/errors.ts'
import { recordRoutes } from '#server/http/route-table.ts'
import { changeBoard, openBoardDatabase, type BoardFixture } from '../databases/board.ts'

/** A board and its live view on a free port, without the rest of the product. */
export interface LiveServer {
  origin: string
  /** The stream's URL. */
  url: string
  leaderboard: Leaderboard
  hub: Hub
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
  const hub = createHub({ leaderboard, logger, ...options })
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
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const commit = async (...fixtures: BoardFixture[]): Promise<void> => {
    await database.write(changeBoard, fixtures)
  }
  return {
    origin,
    url: `${origin}/api/leaderboard/live`,
    leaderboard,
    hub,
    commit,
    change: async (...fixtures) => {
      await commit(...fixtures)
      await leaderboard.catchUp()
    },
    close: async () => {
      await hub.close()
      await app.close()
      await leaderboard.close()
      await database.close()
    },
  }
}
