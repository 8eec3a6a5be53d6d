import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forgetOldest } from '../../forget-oldest.ts'
import { paypalId } from '../../ids.ts'
import type { PaypalAccount, ProviderDeps } from '../../options.ts'
import { PaypalError } from '../errors.ts'

export const TOKEN_PATH = '/v1/oauth2/token'

const LIFETIME_S = 32_400
const MAX_TOKENS = 1_000

/** Serves `/v1/oauth2/token`, and returns a hook that refuses requests without a valid token. */
export function mountTokens(
  app: FastifyInstance,
  { clientId, clientSecret }: PaypalAccount,
  { clock, random }: ProviderDeps,
): (request: FastifyRequest) => void {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const endsAt = new Map<string, number>()

  app.post(TOKEN_PATH, async (request, reply) => {
    if (request.headers.authorization !== `Basic ${credentials}`) {
      return refuseClient(reply)
    }
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    if (form.get('grant_type') !== 'client_credentials') {
      return reply.code(400).send({
        error: 'unsupported_grant_type',
        error_description: 'Grant Type is not supported.',
      })
    }
    // It cannot be guessed without the secret, and with one seed it is the same in every run.
    const digest = createHmac('sha384', clientSecret).update(paypalId(random)).digest('base64url')
    const token = `A21AA${digest}`
    endsAt.set(token, clock() + LIFETIME_S * 1000)
    forgetOldest(endsAt, MAX_TOKENS)
    return {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-SANDBOX',
      expires_in: LIFETIME_S,
      nonce: new Date(clock()).toISOString(),
    }
  })

  return ({ headers }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    const end = endsAt.get(token)
    if (end !== undefined && clock() < end) return
    endsAt.delete(token)
    throw new PaypalError(401)
  }
}

/** Sends OAuth's error for a wrong client id or secret. */
export function refuseClient(reply: FastifyReply): FastifyReply {
  return reply.code(401).send({
    error: 'invalid_client',
    error_description: 'Client Authentication failed',
  })
}
