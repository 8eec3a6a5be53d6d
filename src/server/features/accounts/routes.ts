import type { FastifyPluginAsync } from 'fastify'
import { confirmationRoutes } from './mails/confirmation-routes.ts'
import { hostRoutes } from './hosts/host-routes.ts'
import type { HostRules } from './hosts/host-rules.ts'
import { loginRoutes } from './passwords/login-routes.ts'
import type { AccountParts } from './parts.ts'
import { passkeyRoutes } from './second-factor/passkey-routes.ts'
import { passwordRoutes } from './passwords/password-routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

export interface AccountRoutesDeps extends AccountParts, HostRules {
  /** The token that the operator may show instead of a session; it lies in the data folder. */
  operatorToken: string
}

/** Mounts the routes of accounts, each by itself: what the library has besides is not reached. */
export function accountRoutes(deps: AccountRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(loginRoutes(deps))
    await app.register(sessionRoutes(deps))
    await app.register(confirmationRoutes(deps))
    await app.register(passwordRoutes(deps))
    await app.register(secondFactorRoutes(deps))
    await app.register(passkeyRoutes(deps))
    await app.register(hostRoutes(deps))
  }
}
