import type { Logger } from 'pino'
import { connectRedis, type RedisClient } from '../redis/redis-client.ts'
import { createStateLog, type StateLog } from '../state-log.ts'
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
  const heartbeat = startHeartbeat({ publisher, subscriber, node, heartbeatMs, log })
  for (const connection of connections) connection.on('error', log.failed)
  subscriber.on('message', (_channel: string, message: string) => {
    if (message === HEARTBEAT + node) heartbeat.heard()
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
      return heartbeat.areReady()
    },
    close: async () => {
      heartbeat.stop()
      publisher.disconnect()
      subscriber.disconnect()
      await local.close()
    },
  }
}

/** Publishes heartbeats, and has both connections opened anew when one is not heard in time. */
function startHeartbeat(options: {
  publisher: RedisClient
  subscriber: RedisClient
  node: string
  heartbeatMs: number
  log: StateLog
}) {
  const { publisher, subscriber, node, heartbeatMs, log } = options
  const connections = [publisher, subscriber]
  const areReady = () => connections.every(({ status }) => status === 'ready')
  let isMissing = false
  const beat = () => {
    if (isMissing) {
      log.failed(new Error('Redis does not deliver what is published.'))
      for (const connection of connections) connection.disconnect(true)
    }
    isMissing = areReady()
    if (isMissing) publisher.publish(CHANNEL, HEARTBEAT + node).catch(log.failed)
  }
  for (const connection of connections) {
    connection.on('ready', () => {
      isMissing = false
      if (areReady()) log.over()
    })
  }
  const timer = setInterval(beat, heartbeatMs).unref()
  return {
    areReady,
    heard: () => {
      isMissing = false
    },
    stop: () => clearInterval(timer),
  }
}

function connect(url: string): RedisClient {
  // Commands wait for the connection instead of failing, so that the subscription is made.
  return connectRedis(url, { maxRetriesPerRequest: null })
}
