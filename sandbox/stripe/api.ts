import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { playFaults } from '../faults.ts'
import { stripeId } from '../ids.ts'
import type { ProviderDeps, Refusal, StripeAccount } from '../options.ts'
import type { Account } from './account.ts'
import { keyNotTaken, permissionMissing, type Denial } from './denials.ts'
import { StripeRefusal, invalidRequest } from './errors.ts'
import { mountDisputes, mountEvents } from './event-routes.ts'
import { parseForm, type FormObject } from './form-body.ts'
import { replayAnswers } from './idempotency.ts'
import type { Mount } from './mount.ts'
import { mountCharges, mountIntents, mountRefunds } from './payment-routes.ts'
import { mountStatement } from './statement.ts'
import { mountSessions } from './session-routes.ts'

/** Stripe's REST API under `/v1`, for whoever has the secret key. */
export function stripeApi(
  account: Account,
  { secretKey }: StripeAccount,
  deps: ProviderDeps,
): FastifyPluginAsync {
  return async (app) => {
    takeForms(app)
    answerRefusals(app)
    app.addHook('onRequest', async (request, reply) => {
      reply.header('request-id', stripeId('req', deps.random))
      requireKey(request, secretKey)
    })
    replayAnswers(app, account, deps)
    playFaults(app, 'stripe', deps.faults, (kind, reply, request) =>
      answerFault(kind, reply, describeKey(request, secretKey)),
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
      throw new StripeRefusal(
        404,
        'invalid_request_error',
        `Unrecognized request URL (${request.method}: ${request.url}).`,
      )
    })
  }
}

/** An account's keys are its own, so a key names it. */
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

function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal !== undefined) return reply.code(refusal.status).send(refusal.toBody())
    request.log.error({ err: error }, 'sandbox failed')
    return answerFault('500', reply, NOTHING_DENIED)
  })
}

/** Stripe's refusal, also of a body that is none of its forms; undefined for a failure of ours. */
function toRefusal(error: unknown): StripeRefusal | undefined {
  if (error instanceof StripeRefusal) return error
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  return Number(error.statusCode) < 500 ? invalidRequest(error.message) : undefined
}

function answerFault(kind: Refusal, reply: FastifyReply, denial: Denial): FastifyReply {
  if (kind === '429') reply.header('retry-after', '1')
  const refusal = refuse(kind, denial)
  return reply.code(refusal.status).send(refusal.toBody())
}

function refuse(kind: Refusal, denial: Denial): StripeRefusal {
  switch (kind) {
    case '401':
      return keyNotTaken(denial)
    case '403':
      return permissionMissing(denial)
    case '429':
      return new StripeRefusal(429, 'rate_limit_error', 'Too many requests.', {
        code: 'rate_limit',
      })
    case '500':
      return new StripeRefusal(500, 'api_error', 'An error occurred on our end.')
  }
}

function requireKey(request: FastifyRequest, secretKey: string): void {
  const { authorization = '' } = request.headers
  if (authorization === `Bearer ${secretKey}`) return
  throw keyNotTaken({ ...NOTHING_DENIED, key: authorization.replace(/^Bearer /, '') })
}

function describeKey({ method, url }: FastifyRequest, secretKey: string): Denial {
  return { key: secretKey, account: accountId(secretKey), method, path: url }
}

const NOTHING_DENIED: Denial = { key: '', account: '', method: 'GET', path: '' }
