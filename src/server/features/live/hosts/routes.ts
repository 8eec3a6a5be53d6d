import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { topicMarksSchema } from '#contract/host/live.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { openEventStream } from '#server/http/wire/event-stream.ts'
import type { ConsoleHub } from './console-hub.ts'

const RETRY_AFTER_S = 30

export interface ConsoleRoutesDeps {
  consoles: ConsoleHub
  requireHost: RequireHost
}

/** Serves `GET /api/host/live`, which tells a console what has changed, as Server-Sent Events. */
export function consoleRoutes({ consoles, requireHost }: ConsoleRoutesDeps): FastifyPluginAsyncZod {
  const requireAnyHost = requireHost('settings', 'money', 'moderation', 'team')
  return async (app) => {
    app.get(
      HOST_ROUTES.live,
      {
        // The response to HEAD would be a stream as well.
        exposeHeadRoute: false,
        config: { budget: 'lookUps', access: requireAnyHost.access },
        schema: {
          operationId: 'watchConsole',
          summary:
            'What changes for a host, live: an event `topics` with a mark for each topic that the role may read, then one with those that changed; `alive` every 15 seconds; `end` when role or session have changed.',
          fails: ['invalid-argument', 'resource-exhausted'],
          gives: { 'text/event-stream': z.string() },
          events: { topics: topicMarksSchema, alive: z.object({}), end: z.object({}) },
        },
      },
      async (request, reply) => {
        const authorise = () => requireAnyHost(request)
        const { id: accountId } = await authorise()
        requireStreamWanted(request.headers.accept)
        reply.header('retry-after', RETRY_AFTER_S)
        const accept = () => openEventStream(request, reply)
        await consoles.join({ accountId, authorise, accept })
      },
    )
  }
}

/** Refuses clients that would wait for the end of a stream that has none. */
function requireStreamWanted(accept = '*/*'): void {
  if (/text\/event-stream|\*\/\*/.test(accept)) return
  const sentence = 'This is a stream of events: ask for it with Accept: text/event-stream.'
  throw new AppError('invalid-argument', sentence)
}
