import type { FastifyPluginAsync } from 'fastify'
import { PROVIDERS } from '#contract/checkout-states.ts'
import type { Providers } from '#server/features/checkouts/checkouts.ts'
import type { Inbox } from './inbox.ts'

const BODY_LIMIT_BYTES = 256 * 1024

/** Serves `POST /api/webhooks/PROVIDER` of each provider that is offered. */
export function webhookRoutes(deps: {
  providers: Providers
  inbox: Pick<Inbox, 'receive'>
}): FastifyPluginAsync {
  return async (app) => {
    // Signatures cover the raw bytes, so no parser may run before.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )
    for (const name of PROVIDERS) {
      const provider = deps.providers[name]
      if (provider === undefined) continue
      app.post(`/api/webhooks/${name}`, { config: { machine: true } }, async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await deps.inbox.receive(provider, body, request.headers)
        return { received: true }
      })
    }
  }
}
