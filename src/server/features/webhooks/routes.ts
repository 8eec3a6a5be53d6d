import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { PROVIDERS } from '#contract/checkout-states.ts'
import type { Providers } from '#server/features/checkouts/checkouts.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import type { Inbox } from './inbox.ts'

/** The fields that all events have; the provider's own documentation says more of each. */
const eventSchema = z.looseObject({ id: z.string() })

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
      const { label, signatureHeaders } = PROVIDER_DEFINITIONS[name]
      const schema = {
        operationId: `receive${label}Event`,
        summary: `Takes an event that ${label} has signed; one that came before is taken once.`,
        signedBy: signatureHeaders,
        takes: { 'application/json': eventSchema },
        response: { 200: z.object({ received: z.literal(true) }) },
      }
      const config = { machine: true, access: 'signature' } as const
      app.post(`/api/webhooks/${name}`, { config, schema }, async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await deps.inbox.receive(provider, body, request.headers)
        return { received: true as const }
      })
    }
  }
}
