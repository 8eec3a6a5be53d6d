import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import { TEAMS_BOARD_ID } from '#contract/boards.ts'
import {
  hostTeamChangeSchema,
  hostTeamRequestSchema,
  hostTeamsSchema,
  type HostTeam,
  type HostTeams,
} from '#contract/host/donor-teams.ts'
import { teamParamsSchema } from '#contract/donor-teams/teams.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { toActor } from '#server/features/audit/audit.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { countMembers } from './member-counts.ts'
import type { TeamRoutesDeps } from './routes.ts'
import { requireTeamName } from './team-names.ts'
import { readTeams } from './team-reads.ts'
import { changeTeam, createTeam, type TeamOutcome } from './teams-store.ts'

export interface HostTeamRoutesDeps extends TeamRoutesDeps {
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

/** Serves the routes with which hosts see, create, rename, approve, close and open teams. */
export function hostTeamRoutes(deps: HostTeamRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(listRoute(deps))
    await app.register(editRoutes(deps))
  }
}

function listRoute(deps: HostTeamRoutesDeps): FastifyPluginAsyncZod {
  const requireReader = deps.requireHost('moderation')
  return async (app) => {
    app.get(
      HOST_ROUTES.teams,
      {
        config: { budget: 'lookUps', access: requireReader.access },
        schema: {
          operationId: 'listHostDonorTeams',
          summary: 'All teams of donors, also those that are closed, with held names.',
          response: { 200: hostTeamsSchema },
        },
      },
      async (request) => {
        await requireReader(request)
        return list(deps)
      },
    )
  }
}

function editRoutes(deps: HostTeamRoutesDeps): FastifyPluginAsyncZod {
  const { database, clock } = deps
  const requireCreator = deps.requireHostStepUp('settings')
  const requireEditor = deps.requireHostStepUp('moderation')
  return async (app) => {
    app.post(
      HOST_ROUTES.teams,
      {
        config: { budget: 'lookUps', access: requireCreator.access },
        schema: {
          operationId: 'createDonorTeam',
          summary: 'Creates a team of donors, whose name is not screened.',
          fails: ['failed-precondition'],
          body: hostTeamRequestSchema,
          response: { 200: hostTeamsSchema },
        },
      },
      async (request) => {
        const actor = toActor(await requireCreator(request))
        const name = requireTeamName(request.body.name)
        return finish(deps, await database.write(createTeam, { name, actor, at: clock() }))
      },
    )
    app.patch(
      `${HOST_ROUTES.teams}/:id`,
      {
        config: { budget: 'lookUps', access: requireEditor.access },
        schema: {
          operationId: 'changeDonorTeam',
          summary: 'Renames a team of donors, approves its held name, closes it or opens it again.',
          fails: ['failed-precondition', 'not-found'],
          params: teamParamsSchema,
          body: hostTeamChangeSchema,
          response: { 200: hostTeamsSchema },
        },
      },
      async (request) => {
        const actor = toActor(await requireEditor(request))
        const { name, open, approved } = request.body
        const change = { id: request.params.id, open, approved, actor, at: clock() }
        const named = name === undefined ? change : { ...change, name: requireTeamName(name) }
        return finish(deps, await database.write(changeTeam, named))
      },
    )
  }
}

/** Returns all teams after an action; throws a sentence if it was refused. */
async function finish(
  deps: HostTeamRoutesDeps,
  outcome: TeamOutcome | undefined,
): Promise<HostTeams> {
  if (outcome === undefined) throw new AppError('not-found', 'There is no such constellation.')
  if ('refused' in outcome) {
    const { reason, sentence } = outcome.refused
    throw new AppError('failed-precondition', sentence, { reason })
  }
  deps.bus.publish()
  return list(deps)
}

async function list(deps: HostTeamRoutesDeps): Promise<HostTeams> {
  const { reader } = deps.database
  const [rows, members, sums] = await Promise.all([
    readTeams(reader),
    countMembers(reader),
    findSums(deps),
  ])
  const teams = rows.map((row): HostTeam => ({
    id: row.id,
    name: row.name,
    held: row.is_held === 1,
    byDonor: row.founder_id !== null,
    foundedAt: new Date(row.founded_at).toISOString(),
    closedAt: row.closed_at === null ? null : new Date(row.closed_at).toISOString(),
    members: members.get(row.id) ?? 0,
    given: sums && (sums.get(row.id) ?? { amountCents: 0, donors: 0 }),
  }))
  return {
    teams: teams.toSorted(
      (a, b) => Number(b.held) - Number(a.held) || b.foundedAt.localeCompare(a.foundedAt),
    ),
  }
}

/** Returns what was given for each team so far; null while teams are off, as no board counts then. */
async function findSums({ boards, campaign }: HostTeamRoutesDeps) {
  const sky = campaign.current.teams === 'off' ? undefined : await boards.openSky(TEAMS_BOARD_ID)
  if (sky === undefined) return null
  const { teams } = await sky.readTeams()
  return new Map(teams.map(({ id, amountCents, donors }) => [id, { amountCents, donors }]))
}
