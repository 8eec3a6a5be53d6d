import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ROUTES } from '#contract/routes.ts'
import {
  passkeyIdBody,
  passkeyLoginBody,
  ownerProofBody,
  passkeyRegistrationBody,
} from '../bodies.ts'
import { unconfirmed } from '../mails/confirmations.ts'
import { writePasskeyAdded, writePasskeyRemoved } from '../mails/letters.ts'
import { callAuth, sendAuthResponse } from '../auth-calls.ts'
import { mailNewDevice } from '../passwords/login-routes.ts'
import type { AccountParts } from '../parts.ts'
import { requirePassword } from '../proofs.ts'
import { requireOwnerProof, requirePasskeyOfHost } from '../step-up.ts'
import { passkeysView, passkeyView, signedInView, statusView } from '../views.ts'

const PATH = `${ROUTES.auth}/passkey`

/** Registers the routes that add, list, remove and log in with passkeys. */
export function passkeyRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(registrationRoutes(deps))
    await app.register(loginRoutes(deps))
    await app.register(ownPasskeyRoutes(deps))
  }
}

/** The options for the browser's WebAuthn API, passed on as the library made them. */
const optionsView = z.looseObject({ challenge: z.string() })

function registrationRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { auth, sessions, mails } = deps
  const config = { budget: 'passwords' } as const
  return async (app) => {
    app.post(
      `${PATH}/generate-register-options`,
      { config, schema: { operationId: 'createPasskeyOptions', body: ownerProofBody } },
      async (request, reply) => {
        const signedIn = await sessions.require(request)
        const { user } = signedIn
        if (!user.emailVerified) throw unconfirmed('have a passkey')
        // Asks for the password, so that a thief of a session cannot add a permanent key.
        await requireOwnerProof(deps, request, signedIn, request.body)
        const path = '/passkey/generate-register-options'
        return sendAuthResponse(reply, await callAuth(auth, request, path), optionsView)
      },
    )
    app.post(
      `${PATH}/verify-registration`,
      { config, schema: { operationId: 'addPasskey', body: passkeyRegistrationBody } },
      async (request, reply) => {
        const { user } = await sessions.require(request)
        const path = '/passkey/verify-registration'
        const response = await callAuth(auth, request, path, request.body)
        if (response.ok) mails.notify(user, writePasskeyAdded)
        return sendAuthResponse(reply, response, passkeyView)
      },
    )
  }
}

function loginRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { auth, sessions } = deps
  const config = { budget: 'codes' } as const
  return async (app) => {
    app.post(
      `${PATH}/generate-authenticate-options`,
      { config, schema: { operationId: 'createPasskeyLoginOptions' } },
      async (request, reply) => {
        // Ends an expired session here, before the library uses it.
        await sessions.find(request, { renew: false })
        const path = '/passkey/generate-authenticate-options'
        return sendAuthResponse(reply, await callAuth(auth, request, path), optionsView)
      },
    )
    app.post(
      `${PATH}/verify-authentication`,
      { config, schema: { operationId: 'logInWithPasskey', body: passkeyLoginBody } },
      async (request, reply) => {
        const path = '/passkey/verify-authentication'
        const response = await callAuth(auth, request, path, request.body)
        if (response.ok) mailNewDevice(deps, request, signedInView.parse(response.body).user)
        return sendAuthResponse(reply, response, signedInView)
      },
    )
  }
}

function ownPasskeyRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { auth, sessions, mails } = deps
  return async (app) => {
    app.get(
      `${PATH}/list-user-passkeys`,
      { config: { budget: 'accounts' }, schema: { operationId: 'listPasskeys' } },
      async (request, reply) => {
        await sessions.require(request)
        const path = '/passkey/list-user-passkeys'
        return sendAuthResponse(reply, await callAuth(auth, request, path), passkeysView)
      },
    )
    app.post(
      `${PATH}/delete-passkey`,
      {
        config: { budget: 'passwords' },
        schema: { operationId: 'removePasskey', body: passkeyIdBody },
      },
      async (request, reply) => {
        const signedIn = await sessions.require(request)
        const { user } = signedIn
        const { id, password } = request.body
        await requirePassword(auth, request, password)
        await requirePasskeyOfHost(deps, signedIn)
        const response = await callAuth(auth, request, '/passkey/delete-passkey', { id })
        if (response.ok) mails.notify(user, writePasskeyRemoved)
        return sendAuthResponse(reply, response, statusView)
      },
    )
  }
}
