import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import { teamChangeSchema } from '#contract/donor-teams/choice.ts'
import { TEAM_REASONS } from '#contract/donor-teams/reasons.ts'
import {
  foundedTeamSchema,
  membershipSchema,
  teamDetailSchema,
  teamListSchema,
  teamParamsSchema,
  teamRequestSchema,
  teamsQuerySchema,
  type Membership,
} from '#contract/donor-teams/teams.ts'
import { ROUTES } from '#contract/routes.ts'
import { WRITTEN_ONCE } from '#server/http/written-once.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { hasPending } from '#server/features/checkouts/checkouts.ts'
import type { Boards } from '#server/features/leaderboard/leaderboard.ts'
import { joinTeam } from './join-store.ts'
import { findBond, type TeamRefusal } from './membership.ts'
import { toTeamPolicy } from './donor-teams.ts'
import { requireTeamName } from './team-names.ts'
import { findMembership, readTeams, showTeams, type TeamRow } from './team-reads.ts'
import { findCap, foundTeam } from './teams-store.ts'

export interface TeamRoutesDeps {
  database: Database
  boards: Pick<Boards, 'openSky'>
  campaign: Pick<LiveCampaign, 'current'>
  livemode: Livemode
  bus: Bus
  requireUser: RequireUser
  clock: () => number
}

/** Serves the teams of donors: everybody sees them, and donors join and found them. */
export function teamRoutes(deps: TeamRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(publicRoutes(deps))
    await app.register(foundRoute(deps))
    await app.register(membershipRoutes(deps))
  }
}

function publicRoutes({ boards }: TeamRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.teams,
      {
        ...WRITTEN_ONCE,
        schema: {
          operationId: 'listDonorTeams',
          summary: 'The teams of donors, with their sums and stars on a board.',
          querystring: teamsQuerySchema,
          response: { 200: teamListSchema },
        },
      },
      async (request) =>
        (await boards.openSky(request.query.board))?.readTeams() ?? { version: 0, teams: [] },
    )
    app.get(
      `${ROUTES.teams}/:id`,
      {
        schema: {
          operationId: 'getDonorTeam',
          summary: 'A team with its donors, without names of those who stay anonymous.',
          fails: ['not-found'],
          params: teamParamsSchema,
          querystring: teamsQuerySchema,
          response: { 200: teamDetailSchema },
        },
      },
      async (request) => {
        const sky = await boards.openSky(request.query.board)
        if (sky !== undefined) return sky.readTeam(request.params.id)
        throw new AppError('not-found', 'There is no such constellation.')
      },
    )
  }
}

function foundRoute(deps: TeamRoutesDeps): FastifyPluginAsyncZod {
  const { database, campaign, livemode, requireUser, bus, clock } = deps
  return async (app) => {
    app.post(
      ROUTES.teams,
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'addOwnTeam',
          summary: 'Founds a team, where donors may: one a day for each account.',
          fails: ['failed-precondition'],
          body: teamRequestSchema,
          response: { 200: foundedTeamSchema },
        },
      },
      async (request) => {
        const { id: userId } = await requireUser(request)
        if (campaign.current.teams !== 'donors') throw toError(CLOSED_TO_DONORS)
        const name = requireTeamName(request.body.name)
        const founded = await database.write(foundTeam, {
          founder: { userId, livemode },
          name,
          at: clock(),
        })
        if ('refused' in founded) throw toError(founded.refused)
        bus.publish()
        return { team: toOwnTeam({ ...founded.team, shownName: name.name }) }
      },
    )
  }
}

function membershipRoutes(deps: TeamRoutesDeps): FastifyPluginAsyncZod {
  const { database, requireUser, clock } = deps
  return async (app) => {
    app.get(
      ROUTES.ownTeam,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'getOwnTeam',
          summary: 'The team that one is in, and whether one can change it or found one now.',
          response: { 200: membershipSchema },
        },
      },
      async (request) => readMembership(deps, (await requireUser(request)).id),
    )
    app.put(
      ROUTES.ownTeam,
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'setOwnTeam',
          summary: 'Joins a team, or leaves it; during a round not after a donation.',
          fails: ['failed-precondition'],
          body: teamChangeSchema,
          response: { 200: membershipSchema },
        },
      },
      async (request) => {
        const { id: userId } = await requireUser(request)
        const wish = { userId, teamId: request.body.teamId, at: clock() }
        const refused = await database.write(joinTeam, { ...wish, policy: policyOf(deps) })
        if (refused !== null) throw toError(refused)
        return readMembership(deps, userId)
      },
    )
  }
}

async function readMembership(deps: TeamRoutesDeps, userId: string): Promise<Membership> {
  const { database, campaign, livemode, clock } = deps
  const { reader } = database
  const current = await findMembership(reader, userId)
  const policy = policyOf(deps)
  const bond = await findBond(reader, { userId, current }, policy, hasPending)
  const cap =
    campaign.current.teams === 'donors'
      ? await findCap(reader, { userId, livemode }, clock())
      : CLOSED_TO_DONORS
  const own = (await readTeams(reader)).filter(
    (team) => team.founder_id === userId && team.closed_at === null,
  )
  const [team] = await showTeams(reader, current === undefined ? [] : [current], userId)
  return {
    team: team === undefined ? null : toOwnTeam(team),
    bound: bond?.sentence ?? null,
    cannotFound: cap?.sentence ?? null,
    founded: (await showTeams(reader, own, userId)).map(toOwnTeam),
  }
}

const CLOSED_TO_DONORS: TeamRefusal = {
  reason: TEAM_REASONS.gone,
  sentence: 'Donors start no constellations here: join one of those that there are.',
}

function toError({ reason, sentence }: TeamRefusal): AppError {
  return new AppError('failed-precondition', sentence, { reason })
}

function policyOf({ campaign, livemode, clock }: TeamRoutesDeps) {
  return toTeamPolicy(campaign.current, livemode, clock())
}

function toOwnTeam(team: TeamRow & { shownName: string }) {
  return {
    id: team.id,
    name: team.shownName,
    open: team.closed_at === null,
    held: team.is_held === 1,
  }
}
