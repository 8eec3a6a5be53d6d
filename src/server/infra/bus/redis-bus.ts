import type { Logger } from 'pino'
import { connectRedis, type RedisClient } from '../redis/redis-client.ts'
import { createStateLog } from '../state-log.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'

const CHANNEL = 'donation-royale:board'

/**
 * The time between two heartbeats, ms. A connection on which one has not come back by the next is
 * opened anew: it would look whole for hours where a network is parted or Redis hangs.
 */
const HEARTBEAT_MS = 5_000

/** The prefix of a heartbeat, which only its sender heeds. */
const HEARTBEAT = 'heartbeat:'

export interface RedisBusOptions {
  url: string
  logger: Logger
  heartbeatMs?: number
}

/**
 * Creates the bus of several nodes over Redis pub/sub. This node's own hints never pass through
 * Redis, so they arrive while Redis is away; both connections reconnect by themselves.
 */
export function createRedisBus({ url, logger, heartbeatMs = HEARTBEAT_MS }: RedisBusOptions): Bus {
  const local = createMemoryBus()
  const node = crypto.randomUUID()
  const log = createStateLog(logger, {
    failed:
      'Redis is out of reach: live updates of other nodes come some seconds later, and each node counts tries by itself.',
    over: 'Redis is back.',
  })
  const [publisher, subscriber] = [connect(url), connect(url)]
  const connections = [publisher, subscriber]
  const areReady = () => connections.every(({ status }) => status === 'ready')
  let isMissing = false
  const heartbeat = () => {
    if (isMissing) {
      log.failed(new Error('Redis does not deliver what is published.'))
      for (const connection of connections) connection.disconnect(true)
    }
    isMissing = areReady()
    if (isMissing) publisher.publish(CHANNEL, HEARTBEAT + node).catch(log.failed)
  }
  const timer = setInterval(heartbeat, heartbeatMs).unref()

  for (const connection of connections) {
    connection.on('error', log.failed)
    connection.on('ready', () => {
      isMissing = false
      if (areReady()) log.over()
    })
  }
  subscriber.on('message', (_channel: string, message: string) => {
    if (message === HEARTBEAT + node) isMissing = false
    else if (message !== node && !message.startsWith(HEARTBEAT)) local.publish()
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
      clearInterval(timer)
      publisher.disconnect()
      subscriber.disconnect()
      await local.close()
    },
  }
}

function connect(url: string): RedisClient {
  // Commands wait for the connection instead of failing, so that the subscription is made.
  return connectRedis(url, { maxRetriesPerRequest: null })
}
