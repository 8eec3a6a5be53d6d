import type { FastifyInstance } from 'fastify'
import type { Feature } from '#server/infra/feature.ts'

/** Registers the routes of the features, and has them begin and end their work with the server. */
export async function installFeatures(
  app: FastifyInstance,
  features: readonly Feature[],
): Promise<void> {
  for (const { routes } of features) {
    if (routes !== undefined) await app.register(routes)
  }
  app.addHook('onReady', async () => {
    for (const { load } of features) await load?.()
    for (const { start } of features) await start?.()
  })
  app.addHook('onListen', async () => {
    for (const { listen } of features) listen?.()
  })
  app.addHook('preClose', async () => {
    for (const { disconnect } of features) await disconnect?.()
  })
  app.addHook('onClose', async () => {
    for (const { close } of features.toReversed()) await close?.()
  })
}
