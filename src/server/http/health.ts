import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/app-error.ts'

/** `/healthz`: the process answers. `/readyz`: it can serve, because `isReady` says so. */
export function installHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (await isReady()) return { status: 'ready' }
    throw new AppError('unavailable', 'The server is starting or stopping.')
  })
}
