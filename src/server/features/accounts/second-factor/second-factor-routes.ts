import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ROUTES } from '#contract/routes.ts'
import {
  VERIFY_TOTP,
  VERIFY_RECOVERY_CODE,
  ENABLE_SECOND_FACTOR,
  DISABLE_SECOND_FACTOR,
  RENEW_RECOVERY_CODES,
} from '../route-schemas.ts'
import type { passwordAndCodeBody } from '../bodies.ts'
import { unconfirmed } from '../mails/confirmations.ts'
import { writeSecondFactorOff } from '../mails/letters.ts'
import { callAuth, sendAuthResponse } from '../auth-calls.ts'
import { mailNewDevice } from '../passwords/login-routes.ts'
import type { AccountParts } from '../parts.ts'
import { requireCode, requirePassword } from '../proofs.ts'
import { requirePasskeyOfHost } from '../step-up.ts'
import { enrolmentView, recoveryCodesView, signedInView, statusView } from '../views.ts'

/** Registers the routes of authenticator apps and of recovery codes. */
export function secondFactorRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(codeRoutes(deps))
    await app.register(settingRoutes(deps))
  }
}

/** Registers the routes that verify a code, after the password or as a step-up. */
function codeRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { auth, sessions } = deps
  const config = { budget: 'codes' } as const

  async function verify(request: FastifyRequest, reply: FastifyReply, path: string, body: object) {
    // Ends an expired session here, before the library uses it.
    const { signedIn } = await sessions.find(request, { renew: false })
    const response = await callAuth(auth, request, path, body)
    if (response.ok && signedIn === undefined) {
      mailNewDevice(deps, request, signedInView.parse(response.body).user)
    }
    return sendAuthResponse(reply, response, signedInView)
  }

  return async (app) => {
    app.post(
      `${ROUTES.auth}/two-factor/verify-totp`,
      { config, schema: VERIFY_TOTP },
      (request, reply) => verify(request, reply, '/two-factor/verify-totp', request.body),
    )
    app.post(
      `${ROUTES.auth}/two-factor/verify-backup-code`,
      { config, schema: VERIFY_RECOVERY_CODE },
      (request, reply) => verify(request, reply, '/two-factor/verify-backup-code', request.body),
    )
  }
}

/** Registers the routes that turn the second factor on and off, and that renew recovery codes. */
function settingRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { auth, sessions, mails } = deps
  const config = { budget: 'passwords', access: 'session' } as const

  async function change(
    request: FastifyRequest<{ Body: z.infer<typeof passwordAndCodeBody> }>,
    path: string,
  ) {
    const { password, code } = request.body
    const { user } = await sessions.require(request)
    // The password comes first: the code can be used only once.
    await requirePassword(auth, request, password)
    await requireCode(auth, request, code)
    return { user, response: await callAuth(auth, request, path, { password }) }
  }

  return async (app) => {
    app.post(
      `${ROUTES.auth}/two-factor/enable`,
      { config, schema: ENABLE_SECOND_FACTOR },
      async (request, reply) => {
        const signedIn = await sessions.require(request)
        // Otherwise a sign-up with somebody else's address could lock its owner out.
        if (!signedIn.user.emailVerified) throw unconfirmed('have a second factor')
        await requirePasskeyOfHost(deps, signedIn)
        const response = await callAuth(auth, request, '/two-factor/enable', request.body)
        return sendAuthResponse(reply, response, enrolmentView)
      },
    )
    app.post(
      `${ROUTES.auth}/two-factor/disable`,
      { config, schema: DISABLE_SECOND_FACTOR },
      async (request, reply) => {
        const { user, response } = await change(request, '/two-factor/disable')
        if (response.ok) mails.notify(user, writeSecondFactorOff)
        return sendAuthResponse(reply, response, statusView)
      },
    )
    app.post(
      `${ROUTES.auth}/two-factor/generate-backup-codes`,
      { config, schema: RENEW_RECOVERY_CODES },
      async (request, reply) => {
        const { response } = await change(request, '/two-factor/generate-backup-codes')
        return sendAuthResponse(reply, response, recoveryCodesView)
      },
    )
  }
}
