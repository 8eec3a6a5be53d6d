import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, startSpan } from '#server/infra/tracing/spans.ts'
import type { Span } from '#server/infra/work-context.ts'
import { isProxied, setRequestSpan } from './request-log.ts'

/** Matches the routes that are worth a trace: not files, and not what monitors ask all the time. */
const TRACED = /^\/($|api\/|cards\/)/

/** Matches the live streams, which end when their viewer leaves. */
const STREAM = /\/live$/

/** Makes each request the first step of a trace, if traces are on. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', async (request) => {
    const span = begin(request)
    if (span === undefined) return
    spans.set(request, span)
    setRequestSpan(request, span)
  })
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': status })
    span?.end(status >= 500 ? `${status}` : undefined)
  })
}

function begin(request: FastifyRequest): Span | undefined {
  const { id, method, protocol, headers, routeOptions } = request
  const route = routeOptions.url ?? ''
  if (!TRACED.test(route) || STREAM.test(route)) return undefined
  const { traceparent } = headers
  return startSpan(`${method} ${route}`, {
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': protocol,
      'royale.request.id': id,
    },
    // Anybody else could fill the traces with links; even a proxy may pass on what a client wrote.
    traceparent: isProxied(request) && typeof traceparent === 'string' ? traceparent : undefined,
  })
}
