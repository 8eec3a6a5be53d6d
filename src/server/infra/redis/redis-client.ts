import { Cluster, Redis } from 'ioredis'

/** A connection to one Redis, or to all nodes of a Redis Cluster. */
export type RedisClient = Redis | Cluster

export interface RedisSettings {
  connectTimeout?: number
  commandTimeout?: number
  enableOfflineQueue?: boolean
  maxRetriesPerRequest: number | null
}

const LONGEST_PAUSE_MS = 2_000
const PROBE_MS = 1_000

const retryStrategy = (attempt: number) => Math.min(attempt * 100, LONGEST_PAUSE_MS)

/**
 * Connects to the Redis at `url`, or to the Redis Cluster of which it names several nodes, separated
 * by commas; reconnects by itself.
 */
export function connectRedis(url: string, options: RedisSettings): RedisClient {
  const [first = url, ...others] = splitAddresses(url)
  if (others.length === 0) return new Redis(first, { ...options, retryStrategy })
  const { enableOfflineQueue = true, ...ofNode } = options
  const { username, password, protocol } = new URL(first)
  return new Cluster([first, ...others], {
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue,
    redisOptions: {
      ...ofNode,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  })
}

/**
 * Returns whether `url` names one node of a Redis Cluster, which sends its clients away to the
 * others; false also if it cannot be reached now.
 */
export async function isNodeOfCluster(url: string): Promise<boolean> {
  if (splitAddresses(url).length > 1) return false
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PROBE_MS,
    commandTimeout: PROBE_MS,
    retryStrategy: () => null,
  })
  redis.on('error', () => {})
  try {
    return (await redis.info('cluster')).includes('cluster_enabled:1')
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}

/** Returns the addresses that `REDIS_URL` names: several are nodes of one Redis Cluster. */
export function splitAddresses(url: string): string[] {
  return url.split(',').map((address) => address.trim())
}
