import type { FastifyPluginAsync } from 'fastify'
import { confirmationRoutes } from './mails/confirmation-routes.ts'
import { hostRoutes } from './hosts/host-routes.ts'
import { teamRoutes } from './hosts/team-routes.ts'
import type { HostRules } from './hosts/host-rules.ts'
import { loginRoutes } from './passwords/login-routes.ts'
import type { AccountParts } from './parts.ts'
import { passkeyRoutes } from './second-factor/passkey-routes.ts'
import { passwordRoutes } from './passwords/password-routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

export interface AccountRoutesDeps extends AccountParts, HostRules {
  /** The token from the data folder that the operator sends instead of a session. */
  operatorToken: string
  adminEmail: string | undefined
}

/** Registers each route of accounts explicitly: the library's other routes stay unreachable. */
export function accountRoutes(deps: AccountRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(loginRoutes(deps))
    await app.register(sessionRoutes(deps))
    await app.register(confirmationRoutes(deps))
    await app.register(passwordRoutes(deps))
    await app.register(secondFactorRoutes(deps))
    await app.register(passkeyRoutes(deps))
    await app.register(hostRoutes(deps))
    await app.register(teamRoutes(deps))
  }
}
