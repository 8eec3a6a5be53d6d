import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
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
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'checkLiveness',
        summary: 'Says that the server runs.',
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    async () => ({ status: 'ok' }),
  )
  const schema = {
    operationId: 'checkReadiness',
    summary: 'Says whether the server can serve: it has started, and can write and read.',
    response: { 200: z.object({ status: z.literal('ready') }) },
  }
  app.get('/readyz', { schema }, async () => {
    if (!isOpen()) throw new AppError('unavailable', 'The server is starting or stopping.')
    if (await proof.holds()) return { status: 'ready' }
    throw new AppError('unavailable', 'The server cannot write or read its database.')
  })
}
