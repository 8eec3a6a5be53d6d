import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { ownMatchedSchema } from '#contract/matches.ts'
import { ROUTES } from '#contract/routes.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import { findDonation } from '#server/features/ledger/ledger.ts'
import { readMatchedDonation } from './matched-donation.ts'
import type { MatchRoutesDeps } from './routes.ts'

export type OwnMatchedDeps = MatchRoutesDeps & { requireUser: RequireUser }

const NO_SUCH_DONATION = 'There is no such donation of yours.'

/** Serves `GET /api/donations/:id/matched`. */
export function ownMatchedRoute(deps: OwnMatchedDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      `${ROUTES.donations}/:id/matched`,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'readOwnMatched',
          summary: 'What matches have added to one’s own donation when its money came.',
          description:
            'It has an answer soon after the payment; later, when many more have come in, it is empty.',
          fails: ['not-found'],
          params: z.object({ id: z.string().regex(/^[\w-]{1,64}$/, NO_SUCH_DONATION) }),
          response: { 200: ownMatchedSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const user = await deps.requireUser(request)
        const donation = await findDonation(deps.database.reader, request.params.id)
        const isOwn = donation?.userId === user.id && donation.livemode === deps.livemode
        if (!isOwn) throw new AppError('not-found', NO_SUCH_DONATION)
        return { matches: await readMatchedDonation(deps, donation) }
      },
    )
  }
}
