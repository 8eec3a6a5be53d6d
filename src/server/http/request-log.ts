import type { FastifyInstance } from 'fastify'

/**
 * Logs one line for each request, with the route's pattern instead of its address, since an address
 * or query may contain personal data.
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
