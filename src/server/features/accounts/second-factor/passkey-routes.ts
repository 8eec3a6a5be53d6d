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
import { passkeyListView, passkeysView, passkeyView, signedInView, statusView } from '../views.ts'

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
      {
        config: { ...config, access: 'session' },
        schema: {
          operationId: 'createPasskeyOptions',
          summary: 'Options for the browser to create a passkey.',
          body: ownerProofBody,
          fails: ['failed-precondition', 'permission-denied'],
          refuses: [400, 401],
          sends: ['set-cookie'],
          gives: { 'application/json': optionsView },
        },
      },
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
      {
        config: { ...config, access: 'session' },
        schema: {
          operationId: 'addPasskey',
          summary: 'Adds the passkey that the browser created.',
          body: passkeyRegistrationBody,
          refuses: [400, 401, 500],
          sends: ['set-cookie'],
          gives: { 'application/json': passkeyView },
        },
      },
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
      {
        config,
        schema: {
          operationId: 'createPasskeyLoginOptions',
          summary: 'Options for the browser to log in with a passkey.',
          refuses: [400],
          sends: ['set-cookie'],
          gives: { 'application/json': optionsView },
        },
      },
      async (request, reply) => {
        // Ends an expired session here, before the library uses it.
        await sessions.find(request, { renew: false })
        const path = '/passkey/generate-authenticate-options'
        return sendAuthResponse(reply, await callAuth(auth, request, path), optionsView)
      },
    )
    app.post(
      `${PATH}/verify-authentication`,
      {
        config,
        schema: {
          operationId: 'logInWithPasskey',
          summary: 'Logs in with the passkey’s assertion.',
          body: passkeyLoginBody,
          refuses: [400, 401, 500],
          sends: ['set-cookie'],
          gives: { 'application/json': signedInView },
        },
      },
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
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'listPasskeys',
          summary: 'The passkeys of one’s own account.',
          refuses: [401],
          sends: ['set-cookie'],
          gives: { 'application/json': passkeyListView },
        },
      },
      async (request, reply) => {
        await sessions.require(request)
        const path = '/passkey/list-user-passkeys'
        return sendAuthResponse(reply, await callAuth(auth, request, path), passkeysView)
      },
    )
    app.post(
      `${PATH}/delete-passkey`,
      {
        config: { budget: 'passwords', access: 'session' },
        schema: {
          operationId: 'removePasskey',
          summary: 'Removes a passkey.',
          body: passkeyIdBody,
          fails: ['permission-denied'],
          refuses: [400, 401, 404],
          sends: ['set-cookie'],
          gives: { 'application/json': statusView },
        },
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
