import type { FastifyInstance } from 'fastify'

const YEAR_S = 365 * 24 * 60 * 60

/** Returns the headers of every response; pages send more, and some with other values. */
export function responseHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
    }),
  }
}

/** Adds headers before anything can fail, so that errors have them too. */
export function addHeaders(
  app: FastifyInstance,
  headers: Record<string, string>,
  clock: () => number,
): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
    // Clients compare their clock with this one, which is also that of signatures.
    reply.header('date', new Date(clock()).toUTCString())
  })
}
