import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaignEventSchema } from '#contract/campaign.ts'
import { liveSumsSchema } from '#contract/live-sums.ts'
import { leaderboardChangeSchema, leaderboardPageSchema } from '#contract/leaderboard.ts'
import { ANY_CAMPAIGN, CAMPAIGN_PARAMETER, ROUTES } from '#contract/routes.ts'
import { addressKey } from '#server/http/guards/client-address.ts'
import { openEventStream } from '#server/http/wire/event-stream.ts'
import type { BoardHubs } from './board-hubs.ts'
import type { Hub } from './hub.ts'

const RETRY_AFTER_S = 30

const querySchema = z.object({
  lastEventId: z.string().max(20).optional(),
  [CAMPAIGN_PARAMETER]: z.string().max(20).optional(),
})

/** The digits of the largest version that a number holds exactly. */
const VERSION = /^\d{1,16}$/

/** The schema of a board's stream. */
const LIVE_SCHEMA = {
  querystring: querySchema,
  reads: ['last-event-id'],
  gives: { 'text/event-stream': z.string() },
  events: {
    snapshot: leaderboardPageSchema,
    change: leaderboardChangeSchema,
    campaign: campaignEventSchema,
    sums: liveSumsSchema,
  },
} as const

type LiveQuery = z.infer<typeof querySchema>

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
            'The board live: an event `snapshot`, then an event `change` for every change, `campaign` when the campaign changes, and `sums` when choices or matches do.',
          fails: ['resource-exhausted'],
          ...LIVE_SCHEMA,
        },
      },
      async (request, reply) => stream(hub, request, reply),
    )
  }
}

/** Serves `GET /api/boards/:id/live` in the same way. */
export function boardLiveRoutes({ hubs }: { hubs: BoardHubs }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      `${ROUTES.boards}/:id/live`,
      {
        exposeHeadRoute: false,
        schema: {
          operationId: 'watchBoard',
          summary:
            'One of the boards live, as the leaderboard is; when its span is over, an event `snapshot` has the next one.',
          fails: ['not-found', 'resource-exhausted'],
          params: z.object({ id: z.string() }),
          ...LIVE_SCHEMA,
        },
      },
      async (request, reply) => stream(await hubs.open(request.params.id), request, reply),
    )
  }
}

async function stream(
  hub: Hub,
  request: FastifyRequest<{ Querystring: LiveQuery }>,
  reply: FastifyReply,
): Promise<void> {
  reply.header('retry-after', RETRY_AFTER_S)
  await hub.join({
    address: addressKey(request.ip),
    lastVersion: parseVersion(request.headers['last-event-id'] ?? request.query.lastEventId),
    campaignVersion: parseCampaign(request.query[CAMPAIGN_PARAMETER]),
    accept: () => openEventStream(request, reply),
  })
}

/** Parses the campaign that a viewer has; `null` stands for one that may be any. */
function parseCampaign(text: string | undefined): number | null | undefined {
  return text === ANY_CAMPAIGN ? null : parseVersion(text)
}

/**
 * Parses a version; anything else counts as none. Without the version of the Last-Event-ID, the
 * stream begins with a snapshot.
 */
function parseVersion(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && VERSION.test(text) ? Number(text) : undefined
}
