import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ROUTES } from '#contract/routes.ts'
import { limitsUpdateSchema, ownLimitsSchema, type OwnLimits } from '#contract/spending.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { readSpent, type Checkouts } from '#server/features/checkouts/checkouts.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { sumDonated } from '#server/features/ledger/ledger.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import type { Database } from '#server/infra/database/database.ts'
import { toPolicy } from './spending-limits.ts'
import { NOTHING_SPENT } from './rules.ts'
import { pauseDonor, readOwnRules, setOwnLimits } from './store.ts'
import { toOwnLimits } from './views.ts'

const HOUR_MS = 60 * 60 * 1000

export interface LimitRoutesDeps {
  database: Database
  campaign: Pick<LiveCampaign, 'current'>
  leaderboard: Pick<Leaderboard, 'livemode'>
  checkouts: Pick<Checkouts, 'cancelRefused'>
  requireUser: RequireUser
  clock: () => number
}

/** Serves a donor's limits and pause. Nothing ends a pause before its time. */
export function limitRoutes(deps: LimitRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(ownLimitsRoutes(deps))
    await app.register(pauseRoute(deps))
  }
}

function ownLimitsRoutes(deps: LimitRoutesDeps): FastifyPluginAsyncZod {
  const { database, requireUser, clock } = deps
  return async (app) => {
    app.get(
      ROUTES.ownLimits,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'getOwnLimits',
          summary: 'One’s own limits on spending, the pause, and what the limits leave.',
          response: { 200: ownLimitsSchema },
        },
      },
      async (request) => readOwnLimits(deps, (await requireUser(request)).id),
    )
    app.put(
      ROUTES.ownLimits,
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'setOwnLimits',
          summary: 'Sets one’s own limits: a stricter one holds at once, a looser one in 24 hours.',
          body: limitsUpdateSchema,
          response: { 200: ownLimitsSchema },
        },
      },
      async (request) => {
        const { id: userId } = await requireUser(request)
        await database.write(setOwnLimits, { userId, ...request.body, at: clock() })
        return applyChange(deps, userId)
      },
    )
  }
}

function pauseRoute(deps: LimitRoutesDeps): FastifyPluginAsyncZod {
  const { database, requireUser, clock } = deps
  return async (app) => {
    app.post(
      ROUTES.ownPause,
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'pauseDonations',
          summary: 'Pauses one’s own donations for 24 hours, which nobody can end earlier.',
          response: { 200: ownLimitsSchema },
        },
      },
      async (request) => {
        const { id: userId } = await requireUser(request)
        await database.write(pauseDonor, { userId, at: clock() })
        return applyChange(deps, userId)
      },
    )
  }
}

/** Ends the open payments that the donor's rules refuse now, and returns the rules. */
async function applyChange(deps: LimitRoutesDeps, userId: string): Promise<OwnLimits> {
  await deps.checkouts.cancelRefused(userId)
  return readOwnLimits(deps, userId)
}

async function readOwnLimits(
  { database: { reader }, campaign, leaderboard, clock }: LimitRoutesDeps,
  userId: string,
): Promise<OwnLimits> {
  const now = clock()
  const { livemode } = leaderboard
  const policy = toPolicy(campaign.current)
  const { timeZone } = policy
  const own = await readOwnRules(reader, userId, now)
  const spent = await readSpent(reader, { userIds: [userId], livemode, now, timeZone })
  const lastHour = await sumDonated(reader, { userId, livemode, since: now - HOUR_MS })
  const { quietWord } = campaign.current
  return toOwnLimits({
    own,
    policy,
    spent: spent.get(userId) ?? NOTHING_SPENT,
    quietWord,
    lastHour,
    now,
  })
}
