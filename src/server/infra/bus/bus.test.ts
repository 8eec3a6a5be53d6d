import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { openTcpLink } from '#tests/helpers/network/tcp-link.ts'
import { hasRedis, startRedis, stopRedis } from '#tests/helpers/databases/redis.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import { createRedisBus } from './redis-bus.ts'

const logger = pino({ level: 'silent' })

const buses: Bus[] = []
const servers: ChildProcess[] = []

afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()))
  await Promise.all(servers.splice(0).map(stopRedis))
})

function own(bus: Bus): Bus {
  buses.push(bus)
  return bus
}

function countHints(bus: Bus): { count: number } {
  const heard = { count: 0 }
  bus.subscribe(() => {
    heard.count += 1
  })
  return heard
}

async function start(port: number): Promise<ChildProcess> {
  const server = await startRedis(port)
  servers.push(server)
  return server
}

describe('memory bus', () => {
  test('hints every listener until it stops', () => {
    const bus = own(createMemoryBus())
    const first = countHints(bus)
    const stopped = { count: 0 }
    const unsubscribe = bus.subscribe(() => {
      stopped.count += 1
    })
    bus.publish()
    unsubscribe()
    bus.publish()
    expect([first.count, stopped.count]).toEqual([2, 1])
  })
})

describe.skipIf(!hasRedis)(`redis bus${hasRedis ? '' : ' (skipped: no redis-server here)'}`, () => {
  test('a hint of one node reaches all nodes, its own once', async () => {
    const port = await freePort()
    await start(port)
    const [here, there] = await openBoth(port)
    const [own, other] = [countHints(here), countHints(there)]
    here.publish()
    await expect.poll(() => other.count).toBe(1)
    expect(own.count).toBe(1)
  })

  test('a node hears its own hints while Redis is away, and the others again afterwards', async () => {
    const port = await freePort()
    const server = await start(port)
    const [here, there] = await openBoth(port)
    await stopRedis(server)
    const [own, other] = [countHints(here), countHints(there)]
    here.publish()
    expect(own.count).toBe(1)
    await start(port)
    // Hints were lost while a node was disconnected: it publishes one locally when it reconnects.
    await expect.poll(() => other.count).toBeGreaterThan(0)
    await reaches(here, other)
  })

  test('a node that starts before Redis hears the others once it is there', async () => {
    const port = await freePort()
    const [here, there] = [open(port), open(port)]
    const other = countHints(there)
    await start(port)
    await reaches(here, other)
    expect(other.count).toBeGreaterThan(0)
  })

  test('a node whose connections have gone silent opens others', async () => {
    const port = await freePort()
    await start(port)
    const link = await openTcpLink(port)
    const here = open(port)
    const there = own(
      createRedisBus({ url: `redis://127.0.0.1:${link.port}`, logger, heartbeatMs: 500 }),
    )
    const other = countHints(there)
    await reaches(here, other)
    link.silence()
    const before = other.count
    await reaches(here, other)
    expect(other.count).toBeGreaterThan(before)
    await Promise.all(buses.splice(0).map((bus) => bus.close()))
    await link.close()
  })

  test('a closed node hears nothing', async () => {
    const port = await freePort()
    await start(port)
    const [here, there] = await openBoth(port)
    const other = countHints(there)
    await there.close()
    here.publish()
    await pause(50)
    expect(other.count).toBe(0)
  })

  function open(port: number): Bus {
    return own(createRedisBus({ url: `redis://127.0.0.1:${port}`, logger }))
  }

  /** Opens two nodes and waits until each receives the hints of the other. */
  async function openBoth(port: number): Promise<[Bus, Bus]> {
    const [here, there] = [open(port), open(port)]
    await reaches(here, countHints(there))
    await reaches(there, countHints(here))
    return [here, there]
  }

  async function reaches(from: Bus, heard: { count: number }): Promise<void> {
    const before = heard.count
    await expect
      .poll(() => {
        from.publish()
        return heard.count
      })
      .toBeGreaterThan(before)
    await untilQuiet(heard)
  }

  /** Waits until no more hints are on their way: several looks in a row find no new one. */
  async function untilQuiet(heard: { count: number }): Promise<void> {
    for (let known = -1, looks = 0; looks < 5; looks += 1) {
      if (heard.count !== known) looks = 0
      known = heard.count
      await pause(50)
    }
  }
})
