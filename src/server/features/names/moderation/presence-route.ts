import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { presenceRequestSchema, presencesSchema } from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { HostGuard } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { donationParams } from './donation-params.ts'
import { toModerator } from './moderator.ts'
import { findPresences, notePresence } from './presence.ts'

export interface PresenceRouteDeps {
  database: Database
  bus: Bus
  clock: () => number
}

/** Serves who looks at which text, to hosts who say so of themselves. */
export function presenceRoute(
  { database, bus, clock }: PresenceRouteDeps,
  requireModerator: HostGuard,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      `${HOST_ROUTES.texts}/:id/presence`,
      {
        config: { budget: 'lookUps', access: requireModerator.access },
        schema: {
          operationId: 'notePresence',
          summary: 'Says that one looks at a text, for some seconds; returns who looks at which.',
          params: donationParams,
          body: presenceRequestSchema,
          response: { 200: presencesSchema },
        },
      },
      async (request) => {
        const user = await requireModerator(request)
        const at = clock()
        const isOther = await database.write(notePresence, {
          moderator: toModerator(user),
          donationId: request.params.id,
          isHere: request.body.isHere,
          at,
        })
        if (isOther) bus.publish()
        const presences = await findPresences(database.reader, { now: at, readerId: user.id })
        return { presences }
      },
    )
  }
}
