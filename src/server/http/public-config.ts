import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { publicConfigSchema, type PublicConfig } from '#contract/config.ts'
import { ROUTES } from '#contract/routes.ts'

/** The part of the page's settings that hosts change while the server runs. */
interface ChangingSettings {
  readonly limits: PublicConfig['limits']
  readonly current: { disclaimer: PublicConfig['disclaimer'] }
}

/** Serves the settings that the page needs first, and the OpenAPI document for programs. */
export function servePublicConfig(
  app: FastifyInstance,
  configured: PublicConfig,
  campaign: ChangingSettings,
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      ROUTES.config,
      { schema: { operationId: 'getConfig', response: { 200: publicConfigSchema } } },
      async () => ({
        ...configured,
        limits: campaign.limits,
        disclaimer: campaign.current.disclaimer,
      }),
    )
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
