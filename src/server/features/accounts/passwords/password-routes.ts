import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ROUTES } from '#contract/routes.ts'
import { REQUEST_PASSWORD_RESET, RESET_PASSWORD, CHANGE_PASSWORD } from '../route-schemas.ts'
import { writePasswordChanged } from '../mails/letters.ts'
import { callAuth, sendAuthResponse } from '../auth-calls.ts'
import type { AccountParts } from '../parts.ts'
import { DONE, statusView } from '../views.ts'

/** Registers the routes that reset and change a password. */
export function passwordRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { auth, sessions, background, tokens, mails } = deps
  return async (app) => {
    app.post(
      `${ROUTES.auth}/request-password-reset`,
      { config: { budget: 'mails' }, schema: REQUEST_PASSWORD_RESET },
      async (request) => {
        const { email } = request.body
        // Neither the response nor its duration reveals whether there is such an account.
        void background.run('password reset', async () => {
          await auth.api.requestPasswordReset({ body: { email } })
        })
        return DONE
      },
    )
    app.post(
      `${ROUTES.auth}/reset-password`,
      { config: { budget: 'links' }, schema: RESET_PASSWORD },
      async (request, reply) => {
        const response = await callAuth(auth, request, '/reset-password', request.body)
        return sendAuthResponse(reply, response, statusView)
      },
    )
    app.post(
      `${ROUTES.auth}/change-password`,
      { config: { budget: 'passwords', access: 'session' }, schema: CHANGE_PASSWORD },
      async (request, reply) => {
        const { user } = await sessions.require(request)
        const body = { ...request.body, revokeOtherSessions: true }
        const response = await callAuth(auth, request, '/change-password', body)
        if (response.ok) {
          await tokens.voidAll(user.id)
          mails.notify(user, writePasswordChanged)
        }
        return sendAuthResponse(reply, response, statusView)
      },
    )
  }
}
