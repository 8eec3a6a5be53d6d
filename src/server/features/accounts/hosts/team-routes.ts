import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  invitationSchema,
  inviteRequestSchema,
  roleRequestSchema,
  teamSchema,
} from '#contract/host/team.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { DONE, doneView } from '../views.ts'
import type { HostRules } from './host-rules.ts'
import { change, invite, readTeam, withdraw, type TeamDeps } from './team.ts'

export type TeamRoutesDeps = TeamDeps & Pick<HostRules, 'requireHost' | 'requireHostStepUp'>

const params = z.object({ id: z.string().max(100) })
const config = { budget: 'accounts' } as const

/** Registers the routes with which owners see and change the hosts' team. */
export function teamRoutes(deps: TeamRoutesDeps): FastifyPluginAsyncZod {
  const requireOwner = deps.requireHost('team')
  return async (app) => {
    app.get(
      HOST_ROUTES.team,
      {
        config: { ...config, access: requireOwner.access },
        schema: {
          operationId: 'getTeam',
          summary: 'The hosts’ team and its open invitations.',
          response: { 200: teamSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireOwner(request)
        return readTeam(deps)
      },
    )
    await app.register(invitationRoutes(deps))
    await app.register(memberRoutes(deps))
  }
}

function invitationRoutes(deps: TeamRoutesDeps): FastifyPluginAsyncZod {
  const requireOwner = deps.requireHostStepUp('team')
  return async (app) => {
    app.post(
      `${HOST_ROUTES.team}/invitations`,
      {
        config: { budget: 'mails', access: requireOwner.access },
        schema: {
          operationId: 'inviteMember',
          summary: 'Invites somebody into the team, by mail.',
          fails: ['failed-precondition'],
          body: inviteRequestSchema,
          response: { 200: invitationSchema },
        },
      },
      async (request) => {
        const owner = await requireOwner(request)
        const invitation = await invite(deps, owner, request.body)
        request.log.info({ user: owner.id, role: invitation.role }, 'a member was invited')
        return invitation
      },
    )
    app.delete(
      `${HOST_ROUTES.team}/invitations/:id`,
      {
        config: { ...config, access: requireOwner.access },
        schema: {
          operationId: 'withdrawInvitation',
          summary: 'Withdraws an invitation.',
          fails: ['not-found'],
          params,
          response: { 200: doneView },
        },
      },
      async (request) => {
        await withdraw(deps, await requireOwner(request), request.params.id)
        return DONE
      },
    )
  }
}

function memberRoutes(deps: TeamRoutesDeps): FastifyPluginAsyncZod {
  const requireOwner = deps.requireHostStepUp('team')
  return async (app) => {
    app.put(
      `${HOST_ROUTES.team}/:id`,
      {
        config: { ...config, access: requireOwner.access },
        schema: {
          operationId: 'changeMember',
          summary: 'Changes the role of a member.',
          fails: ['not-found', 'failed-precondition'],
          params,
          body: roleRequestSchema,
          response: { 200: doneView },
        },
      },
      async (request) => {
        const owner = await requireOwner(request)
        const { id: userId } = request.params
        await change(deps, owner, { userId, role: request.body.role })
        request.log.info({ user: owner.id, member: userId }, 'the role of a member was changed')
        return DONE
      },
    )
    app.delete(
      `${HOST_ROUTES.team}/:id`,
      {
        config: { ...config, access: requireOwner.access },
        schema: {
          operationId: 'removeMember',
          summary: 'Removes a member from the team.',
          fails: ['not-found', 'failed-precondition'],
          params,
          response: { 200: doneView },
        },
      },
      async (request) => {
        const owner = await requireOwner(request)
        const { id: userId } = request.params
        await change(deps, owner, { userId, role: null })
        request.log.info({ user: owner.id, member: userId }, 'a member was removed')
        return DONE
      },
    )
  }
}
