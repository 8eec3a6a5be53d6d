import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ROUTES } from '#contract/routes.ts'
import { addressKey } from '#server/http/guards/client-address.ts'
import { takeOverConnection } from '#server/http/wire/stream-connection.ts'
import type { Hub, Newcomer } from './hub.ts'

const RETRY_AFTER_S = 30

const querySchema = z.object({ lastEventId: z.string().max(20).optional() })

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
          summary: 'The board live: an event `snapshot`, then an event `change` for every change.',
          querystring: querySchema,
        },
      },
      async (request, reply) => {
        reply.header('retry-after', RETRY_AFTER_S)
        await hub.join({
          address: addressKey(request.ip),
          lastVersion: parseVersion(request.headers['last-event-id'] ?? request.query.lastEventId),
          accept: () => takeOver(request, reply),
        })
      },
    )
  }
}

/**
 * Parses the Last-Event-ID; anything that is not a version counts as none, and leads to a snapshot.
 */
function parseVersion(lastEventId: string | string[] | undefined): number | undefined {
  return typeof lastEventId === 'string' && VERSION.test(lastEventId)
    ? Number(lastEventId)
    : undefined
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
