import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { leaderboardChangeSchema } from '#contract/leaderboard.ts'
import type { Listener } from '#server/features/leaderboard/leaderboard.ts'
import { createHub, type HubDeps } from '#server/features/live/hub.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { installErrorAnswers } from '#server/http/errors.ts'
import { recordRoutes } from '#server/http/route-table.ts'
import { httpServerFactory } from '#server/http/wire/http-server.ts'

// The product's live stream behind its own HTTP server, on a board that changes as it is told: what
// is posted to the second port is announced to all viewers.

const [port = 0, publicationPort = 0] = process.argv.slice(2).map(Number)

// Compared without heartbeats, as the others are.
const QUIET_MS = 3_600_000

let announce: Listener | undefined
let version = 0

const leaderboard: HubDeps['leaderboard'] = {
  get version() {
    return version
  },
  top: () => ({ version, total: { count: 0, amountCents: 0 }, entries: [], next: null }),
  catchUp: async () => {},
  onChange: (listener) => {
    announce = listener
    return () => {}
  },
}

const logger = pino({ level: 'silent' })
const hub = createHub({ leaderboard, logger, heartbeatMs: QUIET_MS })
const app = Fastify({ serverFactory: httpServerFactory({ trustedProxies: [] }) })
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
recordRoutes(app)
installErrorAnswers(app)
await app.register(liveRoutes({ hub }))
await app.listen({ port, host: '127.0.0.1', backlog: 4_096 })

createServer((request, response) => {
  void text(request).then((body) => {
    publish(body)
    return response.end()
  })
}).listen(publicationPort, '127.0.0.1', () => process.send?.('ready'))

function publish(body: string): void {
  const change = leaderboardChangeSchema.parse(JSON.parse(body))
  const since = version
  version = change.version
  void announce?.({ since, version, change, retracts: false })
}
