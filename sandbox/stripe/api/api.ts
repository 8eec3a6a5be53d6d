import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { installFaults, type ErrorFault } from '../../faults/faults.ts'
import { stripeId } from '../../ids.ts'
import type { ProviderDeps, StripeAccount } from '../../options.ts'
import type { Account } from '../account/account.ts'
import { invalidKeyError, missingPermissionError, type DeniedRequest } from './denials.ts'
import { StripeError, invalidRequest } from '../errors.ts'
import { mountDisputes, mountEvents } from './event-routes.ts'
import { parseForm, type FormObject } from './form-body.ts'
import { replayResponses } from './idempotency.ts'
import type { Mount } from './mount.ts'
import { mountCharges, mountIntents, mountRefunds } from './payment-routes.ts'
import { mountStatement } from './statement.ts'
import { mountSessions } from './session-routes.ts'

/** Creates Stripe's REST API under `/v1`, for callers with the secret key. */
export function stripeApi(
  account: Account,
  { secretKey }: StripeAccount,
  deps: ProviderDeps,
): FastifyPluginAsync {
  return async (app) => {
    takeForms(app)
    installErrorHandler(app)
    app.addHook('onRequest', async (request, reply) => {
      reply.header('request-id', stripeId('req', deps.random))
      requireKey(request, secretKey)
    })
    replayResponses(app, account, deps)
    installFaults(app, 'stripe', deps.faults, (kind, reply, request) =>
      sendFault(kind, reply, describeKey(request, secretKey)),
    )
    const mount: Mount = (method, url, handler) =>
      app.route<{ Params: { id?: string } }>({
        method,
        url,
        handler: async (request) => handler({ id: request.params.id ?? '', form: formOf(request) }),
      })
    mount('GET', '/v1/account', () => ({ id: accountId(secretKey), object: 'account' }))
    mountSessions(mount, account, deps.publicUrl)
    mountIntents(mount, account)
    mountCharges(mount, account)
    mountRefunds(mount, account)
    mountDisputes(mount, account)
    mountEvents(mount, account)
    mountStatement(mount, account, deps)
    app.all('/v1/*', async (request) => {
      throw new StripeError(
        404,
        'invalid_request_error',
        `Unrecognized request URL (${request.method}: ${request.url}).`,
      )
    })
  }
}

/** Returns an account id that depends on the secret key. */
function accountId(secretKey: string): string {
  return `acct_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`
}

function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  )
}

function rawBodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

function formOf(request: FastifyRequest): FormObject {
  const query = request.url.split('?')[1] ?? ''
  return parseForm(request.method === 'GET' ? query : rawBodyOf(request))
}

function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const stripeError = toStripeError(error)
    if (stripeError !== undefined) return reply.code(stripeError.status).send(stripeError.toBody())
    request.log.error({ err: error }, 'sandbox failed')
    return sendFault('500', reply, NO_DENIED_REQUEST)
  })
}

/**
 * Returns Stripe's error, including that of a body that is no form; undefined for a bug of ours.
 */
function toStripeError(error: unknown): StripeError | undefined {
  if (error instanceof StripeError) return error
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  return Number(error.statusCode) < 500 ? invalidRequest(error.message) : undefined
}

function sendFault(kind: ErrorFault, reply: FastifyReply, denial: DeniedRequest): FastifyReply {
  if (kind === '429') reply.header('retry-after', '1')
  const stripeError = errorOfFault(kind, denial)
  return reply.code(stripeError.status).send(stripeError.toBody())
}

function errorOfFault(kind: ErrorFault, denial: DeniedRequest): StripeError {
  switch (kind) {
    case '401':
      return invalidKeyError(denial)
    case '403':
      return missingPermissionError(denial)
    case '429':
      return new StripeError(429, 'rate_limit_error', 'Too many requests.', {
        code: 'rate_limit',
      })
    case '500':
      return new StripeError(500, 'api_error', 'An error occurred on our end.')
  }
}

function requireKey(request: FastifyRequest, secretKey: string): void {
  const { authorization = '' } = request.headers
  if (authorization === `Bearer ${secretKey}`) return
  throw invalidKeyError({ ...NO_DENIED_REQUEST, key: authorization.replace(/^Bearer /, '') })
}

function describeKey({ method, url }: FastifyRequest, secretKey: string): DeniedRequest {
  return { key: secretKey, account: accountId(secretKey), method, path: url }
}

const NO_DENIED_REQUEST: DeniedRequest = { key: '', account: '', method: 'GET', path: '' }
