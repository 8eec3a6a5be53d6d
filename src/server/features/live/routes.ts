import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CAMPAIGN_PARAMETER, ROUTES } from '#contract/routes.ts'
import { addressKey } from '#server/http/guards/client-address.ts'
import { takeOverConnection } from '#server/http/wire/stream-connection.ts'
import type { Hub, Newcomer } from './hub.ts'

const RETRY_AFTER_S = 30

const querySchema = z.object({
  lastEventId: z.string().max(20).optional(),
  [CAMPAIGN_PARAMETER]: z.string().max(20).optional(),
})

const VERSION = /^\d{1,15}$/

/** Serves `GET /api/leaderboard/live` as Server-Sent Events. */
export function liveRoutes({ hub }: { hub: Hub }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.live,
      {
        // The response to HEAD would be a stream as well.
        exposeHeadRoute: false,
        schema: {
          operationId: 'watchLeaderboard',
          summary:
            'The board live: an event `snapshot`, then an event `change` for every change, and an event `campaign` when the campaign changes.',
          querystring: querySchema,
        },
      },
      async (request, reply) => {
        reply.header('retry-after', RETRY_AFTER_S)
        await hub.join({
          address: addressKey(request.ip),
          lastVersion: parseVersion(request.headers['last-event-id'] ?? request.query.lastEventId),
          campaignVersion: parseVersion(request.query[CAMPAIGN_PARAMETER]),
          accept: () => takeOver(request, reply),
        })
      },
    )
  }
}

/**
 * Parses a version; anything else counts as none. Without the version of the Last-Event-ID, the
 * stream begins with a snapshot.
 */
function parseVersion(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && VERSION.test(text) ? Number(text) : undefined
}

/**
 * Turns the connection into a stream: frames are written to the socket as they are. The body has
 * neither a length nor chunks, so it ends with the connection.
 */
function takeOver(request: FastifyRequest, reply: FastifyReply): ReturnType<Newcomer['accept']> {
  reply.removeHeader('retry-after')
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
    connection: 'close',
    date: new Date().toUTCString(),
  })
  const head = formatHead(reply.getHeaders())
  return { socket: takeOverConnection(request, reply), head }
}

function formatHead(headers: ReturnType<FastifyReply['getHeaders']>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((single) => `${name}: ${single}\r\n`),
  )
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
}
