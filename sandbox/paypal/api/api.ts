import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { installFaults, type ErrorFault } from '../../faults/faults.ts'
import { paypalId } from '../../ids.ts'
import type { PaypalAccount, ProviderDeps } from '../../options.ts'
import type { Account } from '../account/account.ts'
import { malformed, PaypalError, permissionDenied } from '../errors.ts'
import { disputeRoutes } from './dispute-routes.ts'
import type { Mount } from './mount.ts'
import { notificationRoutes } from './notifications.ts'
import { toCaptureWithOrder, toNewOrder, toOrder, toRefund } from '../objects/objects.ts'
import { readOrder, readRefund } from './order-request.ts'
import { requireRecord, requireShown } from '../records/require-record.ts'
import { RequestIds, requestIdOf } from './request-ids.ts'
import { statementRoutes } from './statement.ts'
import { mountTokens, refuseClient, TOKEN_PATH } from './tokens.ts'

/** Creates PayPal's REST API, for callers with the client's id and secret. */
export function paypalApi(
  account: Account,
  settings: PaypalAccount,
  deps: ProviderDeps,
): FastifyPluginAsync {
  return async (app) => {
    takeText(app)
    installErrorHandler(app, deps)
    installFaults(app, 'paypal', deps.faults, sendFault)
    const requireToken = mountTokens(app, settings, deps)
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (request) => {
        requireToken(request)
        rememberBase(account, request, app.prefix)
      })
      const mount: Mount = (method, url, handler) =>
        scope.route<{ Params: { id?: string } }>({
          method,
          url,
          handler: async (request, reply) =>
            handler({ id: request.params.id ?? '', body: readBody(request), request, reply }),
        })
      orderRoutes(mount, account)
      paymentRoutes(mount, account)
      disputeRoutes(mount, account)
      notificationRoutes(mount, account, settings)
      statementRoutes(mount, account, deps)
    })
  }
}

function orderRoutes(mount: Mount, account: Account): void {
  const ids = new RequestIds(account, 'orders')

  mount('POST', '/v2/checkout/orders', ({ body, request, reply }) => {
    const draft = readOrder(body)
    if (draft.status !== 'CREATED' && requestIdOf(request) === undefined) {
      throw malformed('PAYPAL_REQUEST_ID_REQUIRED')
    }
    const { isRepeated, resourceId } = ids.once(request, () => ({
      resourceId: account.createOrder(draft).id,
      declined: false,
    }))
    // An order that names a payment source returns 200 in place of 201.
    reply.code(isRepeated || draft.status !== 'CREATED' ? 200 : 201)
    const order = account.requireOrder(resourceId)
    return request.headers['prefer'] === 'return=representation'
      ? toOrder(order, account.state, account.apiUrls)
      : toNewOrder(order, account.apiUrls)
  })
  mount('GET', '/v2/checkout/orders/:id', ({ id }) => {
    const { id: known } = account.requireOrder(id)
    const order = requireShown(account.state.orders, known, account.now)
    return toOrder(order, account.state, account.apiUrls, account.now)
  })
  mount('POST', '/v2/checkout/orders/:id/capture', ({ id, request, reply }) => {
    const order = account.requireOrder(id)
    const { isRepeated, declined } = ids.once(request, () => ({
      resourceId: id,
      declined: account.capture(order) === 'declined',
    }))
    if (declined) throw account.declined(order)
    reply.code(isRepeated ? 200 : 201)
    return toOrder(order, account.state, account.apiUrls)
  })
}

function paymentRoutes(mount: Mount, account: Account): void {
  const ids = new RequestIds(account, 'payments')

  mount('GET', '/v2/payments/captures/:id', ({ id }) =>
    toCaptureWithOrder(
      requireShown(account.state.captures, id, account.now),
      account.state,
      account.apiUrls,
    ),
  )
  mount('POST', '/v2/payments/captures/:id/refund', ({ id, body, request, reply }) => {
    const amount = readRefund(body)
    const { isRepeated, resourceId } = ids.once(request, () => ({
      resourceId: account.returns.refund(id, amount).id,
      declined: false,
    }))
    reply.code(isRepeated ? 200 : 201)
    return toRefund(requireRecord(account.state.refunds, resourceId), account.apiUrls)
  })
  mount('GET', '/v2/payments/refunds/:id', ({ id }) =>
    toRefund(requireShown(account.state.refunds, id, account.now), account.apiUrls),
  )
}

/** Keeps bodies as text, since a signature covers every byte of an event. */
function takeText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  )
}

function readBody({ body }: FastifyRequest): unknown {
  if (typeof body !== 'string' || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw malformed('MALFORMED_REQUEST_JSON')
  }
}

/** Records the URL at which the account's own client calls; see `PaypalState.apiBase`. */
function rememberBase(account: Account, { protocol, host }: FastifyRequest, prefix: string): void {
  account.useApiBase(`${protocol}://${host}${prefix}`)
}

function installErrorHandler(app: FastifyInstance, deps: ProviderDeps): void {
  const answer = (reply: FastifyReply, error: PaypalError) => {
    const debugId = paypalId(deps.random).slice(0, 13).toLowerCase()
    return reply.code(error.status).header('paypal-debug-id', debugId).send(error.toBody(debugId))
  }
  app.setErrorHandler<FastifyError>((error, _request, reply) => answer(reply, toPaypalError(error)))
}

function toPaypalError(error: unknown): PaypalError {
  if (error instanceof PaypalError) return error
  const statusCode =
    error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (statusCode >= 500) throw error
  return new PaypalError(statusCode === 415 ? 415 : 400)
}

function sendFault(kind: ErrorFault, reply: FastifyReply, { url }: FastifyRequest): FastifyReply {
  if (kind === '429') reply.header('retry-after', '1')
  if (kind === '401' && url.endsWith(TOKEN_PATH)) return refuseClient(reply)
  throw kind === '403' ? permissionDenied() : new PaypalError(Number(kind))
}
