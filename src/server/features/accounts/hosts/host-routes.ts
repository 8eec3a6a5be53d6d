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
        config: { budget: 'links' },
        schema: { operationId: 'claimHost', body: tokenBody },
      },
      async (request) => {
        const { user } = await sessions.require(request)
        await hosts.claim(user, request.body.token)
        return { status: true }
      },
    )
    await app.register(operatorRoutes(deps))
  }
}

/** Registers the routes that `donation-royale host` calls on the running server. */
function operatorRoutes({ hosts, operatorToken }: HostRoutesDeps): FastifyPluginAsyncZod {
  const guard = {
    config: { machine: true },
    // Runs before the body is validated, so that others cannot tell that the route exists.
    onRequest: async (request: FastifyRequest) => requireOperator(request, operatorToken),
  }
  return async (app) => {
    app.post(
      HOST_ROUTES.links,
      { ...guard, schema: { operationId: 'createHostLink', response: { 200: hostLinkSchema } } },
      () => hosts.issueLink(),
    )
    app.get(
      HOST_ROUTES.hosts,
      { ...guard, schema: { operationId: 'listHosts', response: { 200: hostListSchema } } },
      async () => ({ hosts: await hosts.list() }),
    )
    app.post(
      HOST_ROUTES.removals,
      {
        ...guard,
        schema: {
          operationId: 'removeHost',
          body: hostRemovalSchema,
          response: { 200: hostRemovedSchema },
        },
      },
      async (request) => ({ removed: await hosts.remove(request.body.email) }),
    )
  }
}
