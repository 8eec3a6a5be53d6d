import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaignEventSchema } from '#contract/campaign.ts'
import { leaderboardChangeSchema, leaderboardPageSchema } from '#contract/leaderboard.ts'
import { CAMPAIGN_PARAMETER, ROUTES } from '#contract/routes.ts'
import { addressKey } from '#server/http/guards/client-address.ts'
import { openEventStream } from '#server/http/wire/event-stream.ts'
import type { Hub } from './hub.ts'

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
          fails: ['resource-exhausted'],
          querystring: querySchema,
          reads: ['last-event-id'],
          gives: { 'text/event-stream': z.string() },
          events: {
            snapshot: leaderboardPageSchema,
            change: leaderboardChangeSchema,
            campaign: campaignEventSchema,
          },
        },
      },
      async (request, reply) => {
        reply.header('retry-after', RETRY_AFTER_S)
        await hub.join({
          address: addressKey(request.ip),
          lastVersion: parseVersion(request.headers['last-event-id'] ?? request.query.lastEventId),
          campaignVersion: parseVersion(request.query[CAMPAIGN_PARAMETER]),
          accept: () => openEventStream(request, reply),
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
