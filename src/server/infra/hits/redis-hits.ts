import type { Logger } from 'pino'
import { z } from 'zod'
import { connectRedis, type RedisClient } from '../redis/redis-client.ts'
import type { HitCounter, HitLimit } from './hit-counter.ts'
import { createStateLog } from '../state-log.ts'
import { createMemoryHits } from './memory-hits.ts'

/** The braces keep all counts on one node of a Redis Cluster, so that a script may change several. */
const PREFIX = '{donation-royale}:hits:'

/** The longest time that a request waits for Redis. */
const TIMEOUT_MS = 250
/**
 * The time for which Redis is not asked after it failed or hung, so that not every request waits.
 */
const PAUSE_MS = 5_000

/** Checks all keys before it counts any; one script, so that no other node comes in between. */
const HIT = `
  local wait = 0
  for i, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[i + 1]) then
      wait = math.max(wait, redis.call('PTTL', key))
    end
  end
  if wait > 0 then return wait end
  for _, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  end
  return 0
`

const waitSchema = z.number().int().nonnegative()

export interface RedisHitsOptions {
  url: string
  clock: () => number
  logger: Logger
  /** The longest time that a request waits for Redis. */
  timeoutMs?: number
}

/**
 * Creates the counter that several nodes share. While Redis is away or hangs, each node counts by
 * itself.
 */
export function createRedisHits({
  url,
  clock,
  logger,
  timeoutMs = TIMEOUT_MS,
}: RedisHitsOptions): HitCounter {
  const redis = connectRedis(url, {
    connectTimeout: 1_000,
    commandTimeout: timeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })
  const local = createMemoryHits({ clock })
  let askAgainAt = 0

  const log = createStateLog(logger, {
    failed: 'Redis does not answer: this node counts tries by itself.',
    over: 'Redis answers again.',
  })
  const pauseRedis = () => {
    askAgainAt = clock() + PAUSE_MS
  }
  // The bus tells of connections that break.
  redis.on('error', pauseRedis)
  // A new connection says nothing about the earlier failure, so Redis is asked at once.
  redis.on('ready', () => {
    askAgainAt = 0
  })

  return {
    hit: async (limits, windowMs) => {
      if (redis.status !== 'ready' || clock() < askAgainAt) return local.hit(limits, windowMs)
      try {
        const waitMs = await within(timeoutMs, hitShared(redis, limits, windowMs))
        log.over()
        return waitMs
      } catch (error) {
        log.failed(error)
        pauseRedis()
        return local.hit(limits, windowMs)
      }
    },
    close: async () => {
      redis.disconnect()
      await local.close()
    },
  }
}

async function hitShared(
  redis: RedisClient,
  limits: readonly HitLimit[],
  windowMs: number,
): Promise<number> {
  const keys = limits.map(({ key }) => PREFIX + key)
  const maxima = limits.map(({ max }) => max)
  return waitSchema.parse(await redis.eval(HIT, keys.length, ...keys, windowMs, ...maxima))
}

/** Fails after `timeoutMs`: during a failover a cluster waits longer than a command may take. */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const timedOut = Promise.withResolvers<never>()
  const giveUp = () => timedOut.reject(new Error('Redis has not answered in time.'))
  const timer = setTimeout(giveUp, timeoutMs)
  try {
    return await Promise.race([work, timedOut.promise])
  } finally {
    clearTimeout(timer)
  }
}
