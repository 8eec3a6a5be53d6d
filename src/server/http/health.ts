import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/app-error.ts'

export interface HealthDeps {
  /** Returns whether the features have started, and none has ended. */
  isOpen: () => boolean
  /** Returns whether the database can be written and read. */
  proof: { holds: () => Promise<boolean> }
}

/**
 * Serves `/healthz`, which says that the event loop runs, and `/readyz`, which says whether the
 * server can serve: it has started, does not stop, and can write and read.
 */
export function installHealth(app: FastifyInstance, { isOpen, proof }: HealthDeps): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (!isOpen()) throw new AppError('unavailable', 'The server is starting or stopping.')
    if (await proof.holds()) return { status: 'ready' }
    throw new AppError('unavailable', 'The server cannot write or read its database.')
  })
}
