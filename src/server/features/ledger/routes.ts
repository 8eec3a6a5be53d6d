import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import { ownDonationsSchema } from '#contract/checkouts.ts'
import {
  deletedDonationsSchema,
  donationsPageSchema,
  donationsQuerySchema,
} from '#contract/donations.ts'
import { ROUTES } from '#contract/routes.ts'
import type { HostGuard, RequireUser } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { toActor } from '#server/features/audit/audit.ts'
import { listOwnDonations } from './own-donations.ts'
import { toPublicDonation } from './board/public-donations.ts'
import { deleteTestDonations, findDonations } from './store.ts'

export interface LedgerRoutesDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'livemode' | 'read'>
  bus: Bus
  requireUser: RequireUser
  requireTestDonationsDeleter: HostGuard
  clock: () => number
}

/**
 * Serves the donations by time, a donor's own donations by rank, and the deletion of test
 * donations.
 */
export function ledgerRoutes(deps: LedgerRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(listRoute(deps))
    await app.register(ownRoute(deps))
    await app.register(deleteRoute(deps))
  }
}

function listRoute({
  database,
  leaderboard: { livemode },
}: LedgerRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.donations,
      {
        schema: {
          operationId: 'listDonations',
          summary: 'Donations by time, the newest first.',
          querystring: donationsQuerySchema,
          response: { 200: donationsPageSchema },
        },
      },
      async (request) => {
        const { limit } = request.query
        const before = parseCursor(request.query.before)
        const rows = await findDonations(database.reader, {
          livemode,
          limit: limit + 1,
          before,
        })
        const donations = rows.slice(0, limit)
        const last = donations.at(-1)
        return {
          donations: donations.map((donation) => toPublicDonation(donation, undefined)),
          next: rows.length > limit && last !== undefined ? String(last.sequence) : null,
        }
      },
    )
  }
}

function ownRoute({ leaderboard, requireUser }: LedgerRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.ownDonations,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'listOwnDonations',
          summary: "One's own donations, the highest first, with their places on the board.",
          response: { 200: ownDonationsSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const user = await requireUser(request)
        return { donations: await listOwnDonations(leaderboard, user.id) }
      },
    )
  }
}

function deleteRoute(deps: LedgerRoutesDeps): FastifyPluginAsyncZod {
  const { database, bus, requireTestDonationsDeleter, clock } = deps
  return async (app) => {
    app.delete(
      ROUTES.testDonations,
      {
        config: { access: requireTestDonationsDeleter.access },
        schema: {
          operationId: 'deleteTestDonations',
          summary: 'Deletes the donations of test payments from the board.',
          description:
            'With test payments, and while no host is named, everybody who is signed in may do this.',
          response: { 200: deletedDonationsSchema },
        },
      },
      async (request) => {
        const user = await requireTestDonationsDeleter(request)
        const deleted = await database.write(deleteTestDonations, {
          at: clock(),
          actor: toActor(user),
        })
        request.log.info({ user: user.id, deleted }, 'test donations were deleted')
        if (deleted > 0) bus.publish()
        return { deleted }
      },
    )
  }
}

function parseCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid-argument', 'The cursor "before" is not one that this server gave.')
}
