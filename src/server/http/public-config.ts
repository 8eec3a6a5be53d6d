import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { publicConfigSchema, type PublicConfig } from '#contract/config.ts'
import { ROUTES } from '#contract/routes.ts'

/** Serves the settings that the page needs first, and the OpenAPI document for programs. */
export function servePublicConfig(app: FastifyInstance, publicConfig: PublicConfig): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      ROUTES.config,
      { schema: { operationId: 'getConfig', response: { 200: publicConfigSchema } } },
      async () => publicConfig,
    )
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
