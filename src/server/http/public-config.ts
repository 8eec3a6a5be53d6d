import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { publicConfigSchema, type PublicConfig } from '#contract/config.ts'
import { ROUTES } from '#contract/routes.ts'

/** The part of the page's settings that hosts change while the server runs. */
interface ChangingSettings {
  readonly limits: PublicConfig['limits']
  readonly current: { disclaimer: PublicConfig['disclaimer'] }
}

/** Serves the settings that the page needs first. */
export function servePublicConfig(
  app: FastifyInstance,
  configured: PublicConfig,
  campaign: ChangingSettings,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    ROUTES.config,
    {
      schema: {
        operationId: 'getConfig',
        summary: 'The settings of this server that a page needs first.',
        response: { 200: publicConfigSchema },
      },
    },
    async () => ({
      ...configured,
      limits: campaign.limits,
      disclaimer: campaign.current.disclaimer,
    }),
  )
}
