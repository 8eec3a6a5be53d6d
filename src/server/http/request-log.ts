import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  runInContext,
  type LogNames,
  type Span,
  type WorkContext,
} from '#server/infra/work-context.ts'

/** Matches an id that a proxy may have given the request; other characters could forge lines. */
const PROXY_REQUEST_ID = /^[\w.:-]{1,64}$/

const contexts = new WeakMap<FastifyRequest, WorkContext>()

/**
 * Gives each request a context, so that all lines written for it have its id, and logs one line for
 * each request, with the route's pattern instead of its address, since an address or query may
 * contain personal data. The response has the id too, as `X-Request-Id`.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const context = { names: namesOf(request) }
    contexts.set(request, context)
    reply.header('x-request-id', request.id)
    runInContext(context, done)
  })
  // The context is lost where Node reads the body.
  app.addHook('preValidation', (request, _reply, done) => runInContext(contexts.get(request), done))
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 400 || request.method !== 'GET' ? 'info' : 'debug'
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    runInContext(contexts.get(request), () => request.log[level](line, 'request'))
  })
}

/** Names what a request concerns in its later log lines, also where its context is lost. */
export function nameRequest(request: FastifyRequest, names: LogNames): void {
  Object.assign(contexts.get(request)?.names ?? {}, names)
}

/** Makes the handling of a request a step of a trace. */
export function setRequestSpan(request: FastifyRequest, span: Span): void {
  const context = contexts.get(request)
  if (context !== undefined) context.span = span
}

/**
 * Returns whether a request came through a trusted proxy. That the proxy wrote a header itself does
 * not follow: one that it does not set, it passes on as the client wrote it.
 */
export function isProxied({ ips }: FastifyRequest): boolean {
  return (ips?.length ?? 0) > 1
}

/**
 * Returns the names of a request: its id, which is always our own, and beside it the one with which
 * it came from a trusted proxy, by which the proxy's log can be searched. Nothing follows from that
 * one, since a proxy that sets none passes on a client's.
 */
function namesOf(request: FastifyRequest): LogNames {
  const given = request.headers['x-request-id']
  const isNamed = isProxied(request) && typeof given === 'string' && PROXY_REQUEST_ID.test(given)
  return { reqId: request.id, ...(isNamed && { proxyReqId: given }) }
}
