import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import {
  hostLinkSchema,
  hostListSchema,
  hostRemovalSchema,
  hostRemovedSchema,
} from '#contract/hosts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { requireOperator } from '#server/http/guards/operator.ts'
import { tokenBody } from '../bodies.ts'
import type { AccountParts } from '../parts.ts'
import { DONE, doneView } from '../views.ts'

export interface HostRoutesDeps extends Pick<AccountParts, 'hosts' | 'sessions'> {
  operatorToken: string
}

/**
 * Registers the routes that name hosts: the operator makes a one-time link, and the account that
 * opens it becomes a host.
 */
export function hostRoutes(deps: HostRoutesDeps): FastifyPluginAsyncZod {
  const { hosts, sessions } = deps
  return async (app) => {
    app.post(
      HOST_ROUTES.claims,
      {
        config: { budget: 'links', access: 'session' },
        schema: {
          operationId: 'claimHost',
          summary: 'Makes the account a host, with the token of a one-time link.',
          fails: ['failed-precondition'],
          body: tokenBody,
          response: { 200: doneView },
        },
      },
      async (request) => {
        const { user } = await sessions.require(request)
        await hosts.claim(user, request.body.token)
        return DONE
      },
    )
    await app.register(operatorRoutes(deps))
  }
}

/** Registers the routes that `donation-royale host` calls on the running server. */
function operatorRoutes({ hosts, operatorToken }: HostRoutesDeps): FastifyPluginAsyncZod {
  const guard = {
    config: { machine: true, access: 'operator' as const },
    // Runs before the body is validated, so that others cannot tell that the route exists.
    onRequest: async (request: FastifyRequest) => requireOperator(request, operatorToken),
  }
  return async (app) => {
    app.post(
      HOST_ROUTES.links,
      {
        ...guard,
        schema: {
          operationId: 'createHostLink',
          summary: 'Makes a one-time link that makes an account a host.',
          response: { 200: hostLinkSchema },
        },
      },
      () => hosts.issueLink(),
    )
    app.get(
      HOST_ROUTES.hosts,
      {
        ...guard,
        schema: {
          operationId: 'listHosts',
          summary: 'The hosts of this server.',
          response: { 200: hostListSchema },
        },
      },
      async () => ({ hosts: await hosts.list() }),
    )
    app.post(
      HOST_ROUTES.removals,
      {
        ...guard,
        schema: {
          operationId: 'removeHost',
          summary: 'Takes the role of host from an account.',
          body: hostRemovalSchema,
          response: { 200: hostRemovedSchema },
        },
      },
      async (request) => ({ removed: await hosts.remove(request.body.email) }),
    )
  }
}
