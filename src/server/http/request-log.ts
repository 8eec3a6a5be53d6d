import type { FastifyInstance } from 'fastify'

/**
 * One line a request, with the route's pattern in place of its address: what is in an address or
 * a query may be somebody's.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 400 || request.method !== 'GET' ? 'info' : 'debug'
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}
