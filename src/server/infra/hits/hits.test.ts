import type { ChildProcess } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { hasRedis, startRedis, stopRedis } from '#tests/helpers/databases/redis.ts'
import type { HitCounter } from './hit-counter.ts'
import { createMemoryHits } from './memory-hits.ts'
import { createRedisHits } from './redis-hits.ts'

const WINDOW_MS = 60_000

const counters: HitCounter[] = []
const servers: ChildProcess[] = []
const listeners: Server[] = []

afterEach(async () => {
  await Promise.all(counters.splice(0).map((counter) => counter.close()))
  await Promise.all(servers.splice(0).map(stopRedis))
  for (const listener of listeners.splice(0)) listener.close()
})

function own(counter: HitCounter): HitCounter {
  counters.push(counter)
  return counter
}

/** Hits a key until it is refused, at most 20 times, and returns how many hits were allowed. */
async function countLetIn(counter: HitCounter, key: string, max: number): Promise<number> {
  for (let hits = 0; hits < 20; hits += 1) {
    if ((await counter.hit([{ key, max }], WINDOW_MS)) > 0) return hits
  }
  return 20
}

describe('hits of one node', () => {
  function open(maxKeys?: number) {
    const time = { now: 1_000_000 }
    const clock = () => time.now
    return { time, hits: own(createMemoryHits({ clock, ...(maxKeys && { maxKeys }) })) }
  }

  test('are let in up to the limit, and again when the window has passed', async () => {
    const { hits, time } = open()
    const limits = [{ key: 'a', max: 2 }]
    expect(await hits.hit(limits, WINDOW_MS)).toBe(0)
    time.now += 10_000
    expect(await hits.hit(limits, WINDOW_MS)).toBe(0)
    expect(await hits.hit(limits, WINDOW_MS)).toBe(50_000)
    time.now += 50_000
    expect(await hits.hit(limits, WINDOW_MS)).toBe(0)
  })

  test('that are refused under one key count under none, so that neighbours do not pay', async () => {
    const { hits } = open()
    const limits = [
      { key: 'narrow', max: 1 },
      { key: 'wide', max: 3 },
    ]
    expect(await hits.hit(limits, WINDOW_MS)).toBe(0)
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await hits.hit(limits, WINDOW_MS)).toBe(WINDOW_MS)
    }
    expect(await countLetIn(hits, 'wide', 3)).toBe(2)
  })

  test('take no more memory than allowed: the oldest key is forgotten', async () => {
    const { hits } = open(3)
    for (const key of ['a', 'b', 'c', 'd']) await countLetIn(hits, key, 1)
    expect(await countLetIn(hits, 'd', 1)).toBe(0)
    expect(await countLetIn(hits, 'a', 1)).toBe(1)
  })
})

/** Opens a node that waits for Redis however slow the machine is, or so long. */
function openNode(
  port: number,
  { clock = Date.now, timeoutMs = 60_000 }: { clock?: () => number; timeoutMs?: number } = {},
): HitCounter {
  const logger = pino({ level: 'silent' })
  return own(createRedisHits({ url: `redis://127.0.0.1:${port}`, clock, logger, timeoutMs }))
}

describe('hits while Redis cannot be reached', () => {
  test('are counted by each node itself', async () => {
    const node = openNode(await freePort())
    expect(await countLetIn(node, 'a', 3)).toBe(3)
    expect(await countLetIn(node, 'a', 3)).toBe(0)
  })

  test('do not wait for a Redis that takes connections and never answers', async () => {
    const port = await freePort()
    const listener = createServer().listen(port, '127.0.0.1')
    listeners.push(listener)
    expect(await countLetIn(openNode(port), 'a', 3)).toBe(3)
  })
})

describe.skipIf(!hasRedis)(
  `hits of several nodes${hasRedis ? '' : ' (skipped: no redis-server here)'}`,
  () => {
    async function start(port: number): Promise<ChildProcess> {
      const server = await startRedis(port)
      servers.push(server)
      return server
    }

    let lastKey = 0
    /** Returns a new key each time, so that earlier counts have no effect. */
    const newKey = () => `key ${(lastKey += 1)}`

    /** Waits until one node sees what the other counts. */
    async function untilShared(here: HitCounter, there: HitCounter): Promise<void> {
      await expect
        .poll(async () => {
          const key = newKey()
          await here.hit([{ key, max: 1 }], WINDOW_MS)
          return (await there.hit([{ key, max: 1 }], WINDOW_MS)) > 0
        })
        .toBe(true)
    }

    test('are counted together', async () => {
      const port = await freePort()
      await start(port)
      const [here, there] = [openNode(port), openNode(port)]
      await untilShared(here, there)
      expect(await countLetIn(here, 'a', 3)).toBe(3)
      expect(await there.hit([{ key: 'a', max: 3 }], WINDOW_MS)).toBeGreaterThan(WINDOW_MS - 5_000)
    })

    test('that are refused under one key count under none', async () => {
      const port = await freePort()
      await start(port)
      const [here, there] = [openNode(port), openNode(port)]
      await untilShared(here, there)
      const limits = [
        { key: 'narrow', max: 1 },
        { key: 'wide', max: 3 },
      ]
      for (let tries = 0; tries < 5; tries += 1) await here.hit(limits, WINDOW_MS)
      expect(await countLetIn(there, 'wide', 3)).toBe(2)
    })

    test('are counted by each node while Redis is away, and together again afterwards', async () => {
      const port = await freePort()
      const server = await start(port)
      const [here, there] = [openNode(port), openNode(port)]
      await untilShared(here, there)
      await stopRedis(server)
      const key = newKey()
      expect(await countLetIn(here, key, 3)).toBe(3)
      expect(await countLetIn(there, key, 3)).toBe(3)
      await start(port)
      await untilShared(here, there)
    })

    test('wait once for a Redis that hangs, and then leave it alone for a while', async () => {
      const port = await freePort()
      const server = await start(port)
      const time = { now: Date.now() }
      const hasty = { clock: () => time.now, timeoutMs: 5_000 }
      const [here, there] = [openNode(port, hasty), openNode(port)]
      await untilShared(here, there)
      server.kill('SIGSTOP')
      const key = newKey()
      expect(await countLetIn(here, key, 3)).toBe(3)
      expect(await countLetIn(here, key, 3)).toBe(0)
      server.kill('SIGCONT')
      time.now += 5_001
      await untilShared(here, there)
      // While Redis hung, only the first of all hits was sent to it.
      expect(await countLetIn(there, key, 3)).toBe(2)
    })
  },
)
