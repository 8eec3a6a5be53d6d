import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'

const CHANNEL = 'donation-royale:board'
const LONGEST_PAUSE_MS = 2_000

/**
 * Creates the bus of several nodes over Redis pub/sub. This node's own hints never pass through
 * Redis, so they arrive while Redis is away; both connections reconnect by themselves.
 */
export function createRedisBus({ url, logger }: { url: string; logger: Logger }): Bus {
  const local = createMemoryBus()
  const node = crypto.randomUUID()
  const publisher = connect(url, logger)
  const subscriber = connect(url, logger)
  subscriber.on('message', (_channel: string, sender: string) => {
    if (sender !== node) local.publish()
  })
  // Hints may have been missed while there was no subscription.
  subscriber.on('ready', () => local.publish())
  subscriber.subscribe(CHANNEL).catch(reportTo(logger))

  return {
    publish: () => {
      local.publish()
      if (publisher.status === 'ready') {
        publisher.publish(CHANNEL, node).catch(reportTo(logger))
      }
    },
    subscribe: local.subscribe,
    close: async () => {
      publisher.disconnect()
      subscriber.disconnect()
      await local.close()
    },
  }
}

function connect(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    // Commands wait for the connection instead of failing, so that the subscription is made.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
  })
  redis.on('error', reportTo(logger))
  return redis
}

function reportTo(logger: Logger): (error: unknown) => void {
  return (error) => logger.warn({ err: error }, 'the bus is out of reach')
}
