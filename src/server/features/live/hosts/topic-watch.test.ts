import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { ConsoleHub } from './console-hub.ts'
import { TopicWatch } from './topic-watch.ts'

const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'performance',
] as const

let database: TestDatabase
const logger = pino({ level: 'silent' })
const bus = createMemoryBus()

beforeEach(async () => {
  database = await openTestSqlite()
})

afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

function buildDeps() {
  return {
    reader: database.reader,
    campaign: { current: DEFAULT_CAMPAIGN, onChange: () => () => undefined },
    providerHealth: { reports: () => [] },
    clock: Date.now,
    bus,
    logger,
  }
}

test('a burst of hints is read at most four times a second, and the last one is not lost', async () => {
  let readings = 0
  const watch = new TopicWatch({ ...buildDeps(), onRead: () => (readings += 1) })
  watch.start()
  const startedAt = performance.now()
  while (performance.now() - startedAt < 900) {
    bus.publish()
    await setImmediate()
  }
  expect(readings).toBeGreaterThan(0)
  expect(readings).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 250)
  const before = readings
  bus.publish()
  await expect.poll(() => readings).toBeGreaterThan(before)
  watch.stop()
})

test('nothing is read while no console is open', async () => {
  let readings = 0
  const watch = new TopicWatch({ ...buildDeps(), onRead: () => (readings += 1) })
  vi.useFakeTimers({ toFake: [...TIMERS] })
  watch.start()
  watch.stop()
  bus.publish()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(readings).toBe(0)
})

test('a quiet stream is told that the server lives', async () => {
  const hub = new ConsoleHub({ ...buildDeps(), heartbeatMs: 5 })
  const pair = await openPair()
  await hub.join({
    accountId: 'host-1',
    authorise: async () => ({ id: 'host-1', email: 'ada@host.example', role: 'owner' }),
    accept: () => ({ socket: pair.server, head: '' }),
  })
  let text = ''
  pair.client.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await expect.poll(() => text).toContain('event: alive\ndata: {}\n\n')
  await hub.close()
})

async function openPair(): Promise<{ client: Socket; server: Socket }> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  const client = connect(address.port, '127.0.0.1')
  const [server] = await once(listener, 'connection')
  listener.close()
  return { client, server: Object(server) }
}
