import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BoardFixture } from '#tests/helpers/databases/board.ts'
import { startLiveServer, type LiveServer } from '#tests/helpers/live/live-server.ts'
import { openViewer, type LiveViewer, type ViewerOptions } from '#tests/helpers/live/live-viewer.ts'
import { createStreamLimiter, type HubDeps } from './hub.ts'

let server: LiveServer
let viewers: LiveViewer[]

beforeEach(async () => {
  viewers = []
  server = await startLiveServer()
})

afterEach(async () => {
  for (const viewer of viewers) viewer.leave()
  await server.close()
})

async function serveAnew(options: Partial<HubDeps>): Promise<void> {
  await server.close()
  server = await startLiveServer(options)
}

function change(...fixtures: BoardFixture[]): Promise<void> {
  return server.change(...fixtures)
}

async function watch(options: ViewerOptions = {}, address = server.url): Promise<LiveViewer> {
  const viewer = await openViewer(address, options)
  viewers.push(viewer)
  return viewer
}

describe('limits', () => {
  test('one address may open so many streams, and one more after one has ended', async () => {
    await serveAnew({ limiter: createStreamLimiter({ total: 10, perAddress: 2 }) })
    const first = await watch()
    await watch()
    const refused = await fetch(server.url)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ error: { code: 'resource-exhausted' } })
    first.leave()
    await expect.poll(() => server.hub.viewers).toBe(1)
    expect((await watch()).response.statusCode).toBe(200)
  })

  test('a full house says so', async () => {
    await serveAnew({ limiter: createStreamLimiter({ total: 1, perAddress: 2 }) })
    await watch()
    const refused = await fetch(server.url)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
  })

  test('a viewer who does not read is dropped, the others stay', async () => {
    const reader = await watch()
    const sleeper = await watch({ reads: false })
    expect(server.hub.viewers).toBe(2)
    const name = 'n'.repeat(20_000)
    for (let n = 0; server.hub.viewers === 2 && n < 100; n += 1) {
      await change(
        ...Array.from({ length: 40 }, (_, m) => ({ id: `${n}-${m}`, name, amountCents: 500 })),
      )
      await wait(110)
    }
    expect(server.hub.viewers).toBe(1)
    expect(reader.response.destroyed).toBe(false)
    sleeper.leave()
  })

  test('a viewer who left before admission is not counted', async () => {
    await serveAnew({ limiter: createStreamLimiter({ total: 1, perAddress: 1 }) })
    const socket = new Socket().destroy()
    await server.hub.join({
      address: '127.0.0.1',
      lastVersion: undefined,
      accept: () => ({ socket, head: '' }),
    })
    expect(server.hub.viewers).toBe(0)
    expect((await watch()).response.statusCode).toBe(200)
  })

  test('a viewer who left is no longer counted', async () => {
    const gone = await Promise.all(Array.from({ length: 10 }, () => watch()))
    expect(server.hub.viewers).toBe(10)
    for (const viewer of gone) viewer.leave()
    await expect.poll(() => server.hub.viewers).toBe(0)
  })
})

describe('the end', () => {
  test('sends everybody away to come again spread out, and lets nobody in', async () => {
    let drawn = 0
    await serveAnew({ random: () => (drawn += 0.125) })
    const [first, second] = [await watch(), await watch()]
    await server.hub.close()
    await Promise.all([first.ended, second.ended])
    expect(first.response.complete).toBe(true)
    expect(first.retries).toEqual([1_250, 4_375])
    expect(second.retries).toEqual([1_500, 5_500])
    expect(server.hub.isOpen).toBe(false)
    expect((await fetch(server.url)).status).toBe(503)
    expect(server.hub.viewers).toBe(0)
  })
})
