import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { stripeId } from '../ids.ts'
import type { ProviderDeps, StripeAccount } from '../options.ts'
import { playFaults } from '../faults.ts'
import type { Account } from './account.ts'
import { readSessionParams } from './create-session.ts'
import { StripeRefusal, invalidRequest } from './errors.ts'
import { parseForm, type FormObject, type FormValue } from './form-body.ts'
import { replayAnswers } from './idempotency.ts'
import { listOf } from './lists.ts'
import { requireRecord } from './require-record.ts'
import { toCharge, toDispute, toEvent, toIntent, toRefund } from './objects.ts'
import { toSession } from './session-object.ts'

type Handler = (call: { id: string; form: FormObject }) => object

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
    playFaults(app, 'stripe', deps.faults, answerFault)
    const mount = (method: 'GET' | 'POST', url: string, handler: Handler) =>
      app.route({
        method,
        url,
        handler: async (request) => {
          const { id = '' } = request.params as { id?: string }
          return handler({ id, form: formOf(request) })
        },
      })
    mountRoutes(mount, account, deps)
    app.all('/v1/*', async (request) => {
      throw new StripeRefusal(
        404,
        'invalid_request_error',
        `Unrecognized request URL (${request.method}: ${request.url}).`,
      )
    })
  }
}

function mountRoutes(
  mount: (method: 'GET' | 'POST', url: string, handler: Handler) => unknown,
  account: Account,
  { publicUrl }: ProviderDeps,
): void {
  const expanded = (object: object, form: FormObject) => expand(account, object, form['expand'])

  mount('POST', '/v1/checkout/sessions', ({ form }) =>
    expanded(
      toSession(account.createSession(readSessionParams(form, account.now)), publicUrl),
      form,
    ),
  )
  mount('GET', '/v1/checkout/sessions', ({ form }) =>
    listOf(form, '/v1/checkout/sessions', [...account.state.sessions.values()], {
      keep: (session) => matches(form, 'payment_intent', session.intentId),
      show: (session) => toSession(session, publicUrl),
    }),
  )
  mount('GET', '/v1/checkout/sessions/:id', ({ id, form }) => {
    const session = requireRecord(account.state.sessions, 'checkout.session', id)
    return expanded(toSession(session, publicUrl), form)
  })
  mount('POST', '/v1/checkout/sessions/:id/expire', ({ id }) => {
    const session = requireRecord(account.state.sessions, 'checkout.session', id)
    account.expireSession(session)
    return toSession(session, publicUrl)
  })
  mount('GET', '/v1/payment_intents', ({ form }) =>
    listOf(form, '/v1/payment_intents', [...account.state.intents.values()], {
      keep: () => true,
      show: toIntent,
    }),
  )
  mount('GET', '/v1/payment_intents/:id', ({ id, form }) =>
    expanded(toIntent(requireRecord(account.state.intents, 'payment_intent', id)), form),
  )
  mount('GET', '/v1/charges', ({ form }) =>
    listOf(form, '/v1/charges', [...account.state.charges.values()], {
      keep: (charge) => matches(form, 'payment_intent', charge.intentId),
      show: toCharge,
    }),
  )
  mount('GET', '/v1/charges/:id', ({ id }) =>
    toCharge(requireRecord(account.state.charges, 'charge', id)),
  )
  mount('POST', '/v1/refunds', ({ form }) => toRefund(createRefund(account, form)))
  mount('GET', '/v1/refunds', ({ form }) =>
    listOf(form, '/v1/refunds', [...account.state.refunds.values()], {
      keep: (refund) =>
        matches(form, 'charge', refund.chargeId) &&
        matches(form, 'payment_intent', refund.intentId),
      show: toRefund,
    }),
  )
  mount('GET', '/v1/refunds/:id', ({ id }) =>
    toRefund(requireRecord(account.state.refunds, 'refund', id)),
  )
  mount('GET', '/v1/disputes', ({ form }) =>
    listOf(form, '/v1/disputes', [...account.state.disputes.values()], {
      keep: (dispute) =>
        matches(form, 'charge', dispute.chargeId) &&
        matches(form, 'payment_intent', dispute.intentId),
      show: toDispute,
    }),
  )
  mount('GET', '/v1/disputes/:id', ({ id }) =>
    toDispute(requireRecord(account.state.disputes, 'dispute', id)),
  )
  mount('GET', '/v1/events', ({ form }) =>
    listOf(form, '/v1/events', [...account.state.events.values()], {
      keep: (event) =>
        matchesType(form, event.type) && matches(form, 'delivery_success', String(event.delivered)),
      show: toEvent,
    }),
  )
  mount('GET', '/v1/events/:id', ({ id }) =>
    toEvent(requireRecord(account.state.events, 'event', id)),
  )
}

function createRefund(account: Account, form: FormObject) {
  const chargeId = textOf(form['charge']) ?? chargeOfIntent(account, textOf(form['payment_intent']))
  if (chargeId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided: payment_intent or charge.',
    )
  }
  const amount = textOf(form['amount'])
  if (amount !== undefined && !/^\d+$/.test(amount)) {
    throw invalidRequest(`Invalid integer: ${amount}`, 'amount')
  }
  const metadata = (form['metadata'] ?? {}) as Record<string, string>
  return account.refund(chargeId, amount === undefined ? undefined : Number(amount), metadata)
}

function chargeOfIntent(account: Account, intentId: string | undefined): string | undefined {
  if (intentId === undefined) return undefined
  return requireRecord(account.state.intents, 'payment_intent', intentId).chargeId ?? undefined
}

function matches(form: FormObject, param: string, value: string | null): boolean {
  return form[param] === undefined || form[param] === value
}

function matchesType(form: FormObject, type: string): boolean {
  const types = form['types']
  return matches(form, 'type', type) && (!Array.isArray(types) || types.includes(type))
}

function textOf(value: FormValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Puts objects in the place of the ids that `expand` names, level by level. */
function expand(account: Account, object: object, paths: FormValue | undefined): object {
  if (!Array.isArray(paths)) return object
  return paths.reduce<object>(
    (result, path) => expandPath(account, result, String(path).split('.')),
    object,
  )
}

function expandPath(account: Account, object: object, [head, ...rest]: string[]): object {
  if (head === undefined) return object
  const value = (object as Record<string, unknown>)[head]
  const child = typeof value === 'string' ? findObject(account, value) : value
  if (typeof child !== 'object' || child === null) return object
  return { ...object, [head]: expandPath(account, child, rest) }
}

function findObject(account: Account, id: string): object | undefined {
  const intent = account.state.intents.get(id)
  if (intent !== undefined) return toIntent(intent)
  const charge = account.state.charges.get(id)
  return charge === undefined ? undefined : toCharge(charge)
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
    return answerFault('500', reply)
  })
}

/** Stripe's refusal, also of a body that is none of its forms; undefined for a failure of ours. */
function toRefusal(error: unknown): StripeRefusal | undefined {
  if (error instanceof StripeRefusal) return error
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  return Number(error.statusCode) < 500 ? invalidRequest(error.message) : undefined
}

function answerFault(kind: '500' | '429', reply: FastifyReply): FastifyReply {
  const refusal =
    kind === '429'
      ? new StripeRefusal(429, 'rate_limit_error', 'Too many requests.', { code: 'rate_limit' })
      : new StripeRefusal(500, 'api_error', 'An error occurred on our end.')
  if (kind === '429') reply.header('retry-after', '1')
  return reply.code(refusal.status).send(refusal.toBody())
}

function requireKey({ headers }: FastifyRequest, secretKey: string): void {
  if (headers.authorization === `Bearer ${secretKey}`) return
  throw new StripeRefusal(401, 'invalid_request_error', 'Invalid API Key provided.')
}
