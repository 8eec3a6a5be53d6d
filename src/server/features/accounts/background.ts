import type { Logger } from 'pino'

const MAX_RUNNING = 200

/**
 * Runs work whose failure fails no request. A request that does not await its work takes the same
 * time whatever that work does, so its duration reveals nothing.
 */
export interface Background {
  /** Runs `work`; the promise resolves at its end and never rejects: a failure is logged. */
  run(name: string, work: () => Promise<void>): Promise<void>
  /** Resolves when all work that was started has ended. */
  idle(): Promise<void>
}

export function createBackground(logger: Pick<Logger, 'error'>): Background {
  const running = new Set<Promise<void>>()
  return {
    run: async (name, work) => {
      if (running.size >= MAX_RUNNING) {
        logger.error({ work: name }, 'background work given up: too much is under way')
        return
      }
      const one = Promise.resolve()
        .then(work)
        .catch((error: unknown) =>
          logger.error({ err: error, work: name }, 'background work failed'),
        )
        .finally(() => running.delete(one))
      running.add(one)
      await one
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
