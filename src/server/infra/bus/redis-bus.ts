import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { createStateLog } from '../state-log.ts'
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
  const log = createStateLog(logger, {
    failed:
      'Redis is out of reach: live updates of other nodes come some seconds later, and each node counts tries by itself.',
    over: 'Redis is back.',
  })
  const publisher = connect(url)
  const subscriber = connect(url)
  const connections = [publisher, subscriber]
  const areReady = () => connections.every(({ status }) => status === 'ready')
  for (const connection of connections) {
    connection.on('error', log.failed)
    connection.on('ready', () => {
      if (areReady()) log.over()
    })
  }
  subscriber.on('message', (_channel: string, sender: string) => {
    if (sender !== node) local.publish()
  })
  // Hints may have been missed while there was no subscription.
  subscriber.on('ready', () => local.publish())
  subscriber.subscribe(CHANNEL).catch(log.failed)

  return {
    publish: () => {
      local.publish()
      if (publisher.status === 'ready') {
        publisher.publish(CHANNEL, node).catch(log.failed)
      }
    },
    subscribe: local.subscribe,
    get isConnected() {
      return areReady()
    },
    close: async () => {
      publisher.disconnect()
      subscriber.disconnect()
      await local.close()
    },
  }
}

function connect(url: string): Redis {
  return new Redis(url, {
    // Commands wait for the connection instead of failing, so that the subscription is made.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
  })
}
