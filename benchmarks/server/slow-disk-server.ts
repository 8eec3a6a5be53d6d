import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { followBus } from '#server/features/leaderboard/follow-bus.ts'
import { createLeaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { createHub, createStreamLimiter } from '#server/features/live/hub.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { prepareLoad, secondsOf, withInFlight } from '../fixtures/settle-load.ts'

/*
 * The board, its live view and a load of donations in one process, which the benchmark runs with
 * and without a slow disk. Speaks with its parent over IPC: tells its port, waits for a word,
 * settles at a steady pace for those who watch, then as fast as it can, and tells how fast.
 */

const PACED = 1_200
const PACE_MS = 3
const FLAT_OUT = 4_000
const IN_FLIGHT = 64

const dataDir = mkdtempSync(join(tmpdir(), 'royale-slow-'))
const writerEntry = new URL('../../src/server/writer.ts', import.meta.url)
const database = await openSqlite({ dataDir, writerEntry })
const logger = pino({ level: 'silent' })
const bus = createMemoryBus()
const { refs, settle } = await prepareLoad(database, bus, PACED + FLAT_OUT)
const leaderboard = createLeaderboard({ database, payments: 'sandbox', logger })
await leaderboard.start()
followBus({ leaderboard, bus, logger })
const limiter = createStreamLimiter({ total: 5_000, perAddress: 5_000 })
const hub = createHub({ leaderboard, logger, limiter })
const app = Fastify()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
await app.register(liveRoutes({ hub }))
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

process.once('message', () => void work())
process.send?.({ port: Number(new URL(origin).port) })

async function work(): Promise<void> {
  await settleSteadily(refs.slice(0, PACED))
  process.send?.({ watched: true })
  const seconds = await secondsOf(() => withInFlight(IN_FLIGHT, refs.slice(PACED), settle))
  process.send?.({ perSecond: FLAT_OUT / seconds })
  await hub.close()
  await app.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
}

async function settleSteadily(some: readonly string[]): Promise<void> {
  const start = performance.now()
  await Promise.all(
    some.map(async (ref, index) => {
      await pause(Math.max(0, start + index * PACE_MS - performance.now()))
      await settle(ref)
    }),
  )
}
