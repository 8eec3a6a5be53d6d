import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/app-error.ts'

/**
 * Serves `/healthz`, which says that the process runs, and `/readyz`, which says whether it can
 * serve.
 */
export function installHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (await isReady()) return { status: 'ready' }
    throw new AppError('unavailable', 'The server is starting or stopping.')
  })
}
