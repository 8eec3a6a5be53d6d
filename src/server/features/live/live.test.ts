import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import type { BoardFixture } from '#tests/helpers/databases/board.ts'
import { startLiveServer, type LiveServer } from '#tests/helpers/live/live-server.ts'
import {
  applyEvent,
  openViewer,
  type LiveViewer,
  type ViewerOptions,
} from '#tests/helpers/live/live-viewer.ts'
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

const kinds = ({ events }: LiveViewer) => events.map(({ event, id }) => `${event} ${id}`)

describe('the stream', () => {
  test('begins with the board, then sends every change', async () => {
    await change({ id: 'a', amountCents: 500 })
    const viewer = await watch()
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot 1'])
    await change({ id: 'b', amountCents: 900 })
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot 1', 'change 2'])
    expect(viewer.board()).toEqual((await server.leaderboard.page({ limit: 100 })).entries)
  })

  test('has the headers of a stream, and those that the app gives to every answer', async () => {
    const { response } = await watch()
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
      'x-from-a-hook': 'kept',
      connection: 'close',
    })
    expect(response.headers).not.toHaveProperty('retry-after')
    expect(response.headers).not.toHaveProperty('transfer-encoding')
  })

  test('asks for a pause that differs from viewer to viewer', async () => {
    let drawn = 0
    await serveAnew({ random: () => (drawn += 0.25) })
    const [first, second] = [await watch(), await watch()]
    await expect.poll(() => [...first.retries, ...second.retries]).toEqual([1_500, 2_000])
  })

  test('a comment comes at the pace of the heartbeat', async () => {
    await serveAnew({ heartbeatMs: 20 })
    const viewer = await watch()
    await expect.poll(() => viewer.comments.length).toBeGreaterThan(2)
  })

  test('is no answer to HEAD', async () => {
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(405)
  })

  test('more than 250 changed rows come as a snapshot', async () => {
    const viewer = await watch()
    await change(...Array.from({ length: 251 }, (_, n) => ({ id: `n${n}`, amountCents: 100 + n })))
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot 0', 'snapshot 251'])
    expect(viewer.events[1]?.data).toEqual(await server.leaderboard.page({ limit: 100 }))
  })

  test('at most ten frames a second, however many changes there are', async () => {
    const viewer = await watch()
    const start = performance.now()
    for (let n = 0; performance.now() - start < 1_000; n += 1) {
      await change({ id: `n${n}`, amountCents: 500 })
    }
    const { version } = server.leaderboard
    await expect.poll(() => viewer.events.at(-1)?.id).toBe(version)
    const seconds = (performance.now() - start) / 1_000
    // The snapshot comes in addition, and the first change does not wait.
    expect(viewer.events.length).toBeLessThanOrEqual(seconds * 10 + 2)
    expect(viewer.events.length).toBeGreaterThan(1)
    expect(viewer.board().map(({ position }) => position)).toEqual(
      Array.from({ length: viewer.board().length }, (_, index) => index + 1),
    )
  })
})

describe('a viewer who comes back', () => {
  test.each([
    ['by the header of their browser', '', { lastEventId: '1' }],
    ['by the query, where they cannot set a header', '?lastEventId=1', {}],
  ])('gets what they missed, %s', async (_way, query, options) => {
    for (const id of ['a', 'b', 'c']) await changeAndAnnounce(id)
    const viewer = await watch(options, server.url + query)
    await expect.poll(() => kinds(viewer)).toEqual(['change 2', 'change 3'])
    await changeAndAnnounce('d')
    await expect.poll(() => kinds(viewer)).toEqual(['change 2', 'change 3', 'change 4'])
  })

  test('gets nothing where nothing happened, and the next change', async () => {
    await change({ id: 'a', amountCents: 500 })
    const viewer = await watch({ lastEventId: '1' })
    await changeAndAnnounce('b')
    await expect.poll(() => kinds(viewer)).toEqual(['change 2'])
  })

  test('starts afresh where the last frames do not reach back', async () => {
    for (let round = 0; round < 4; round += 1) {
      await announced(() =>
        change(
          ...Array.from({ length: 250 }, (_, n) => ({ id: `${round}-${n}`, amountCents: 500 })),
        ),
      )
    }
    const viewer = await watch({ lastEventId: '250' })
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot 1000'])
  })

  test.each(['7', '99999999999999999', '-1', 'x', ''])(
    'starts afresh from the unknown version %j',
    async (lastEventId) => {
      await change({ id: 'a', amountCents: 500 })
      const viewer = await watch({ lastEventId })
      await expect.poll(() => kinds(viewer)).toEqual(['snapshot 1'])
    },
  )

  test('gets the board instead of frames with a name that was taken back', async () => {
    await announced(() => change({ id: 'a', name: 'Canary', amountCents: 500 }))
    await changeAndAnnounce('b')
    await announced(() => change({ id: 'a', name: 'A donor', amountCents: 500, retracts: true }))
    for (const lastEventId of ['0', '1']) {
      const viewer = await watch({ lastEventId })
      await expect.poll(() => kinds(viewer)).toEqual(['snapshot 3'])
      expect(JSON.stringify(viewer.events)).not.toContain('Canary')
    }
  })

  test('with a version that this node has not read yet, waits until it has', async () => {
    await changeAndAnnounce('a')
    await server.commit({ id: 'b', amountCents: 500 })
    const viewer = await watch({ lastEventId: '2' })
    await changeAndAnnounce('c')
    await expect.poll(() => viewer.events.at(-1)?.id).toBe(3)
    expect(viewer.events.every(({ event }) => event === 'change')).toBe(true)
  })

  async function changeAndAnnounce(id: string): Promise<void> {
    await announced(() => change({ id, amountCents: 500 }))
  }

  /** Does the work and waits for its announcement, so that every change has its own frame. */
  async function announced(work: () => Promise<void>): Promise<void> {
    const sent = new Promise<void>((resolve) => {
      const stop = server.leaderboard.onChange(async () => {
        stop()
        resolve()
      })
    })
    await work()
    await sent
  }
})

describe('no gap and no double', () => {
  test('viewers who come and go while the board changes all see the same board', async () => {
    await serveAnew({ limiter: createStreamLimiter({ total: 100, perAddress: 100 }) })
    const changes = changeUntilStopped()
    const boards: (() => LeaderboardEntry[])[] = []
    for (let n = 0; n < 30; n += 1) {
      const first = await watch()
      await expect.poll(() => first.events.length).toBeGreaterThan(0)
      if (n % 2 === 0) boards.push(first.board)
      else boards.push(await comeBack(first))
    }
    await changes.stop()
    const { entries } = await server.leaderboard.page({ limit: 100 })
    for (const board of boards) await expect.poll(board).toEqual(entries)
    for (const { events } of viewers) {
      expect(events.every(({ id }, index) => id > (events[index - 1]?.id ?? -1))).toBe(true)
    }
  })

  /** Adds, changes and removes eighty donations until stopped; all of them fit into a snapshot. */
  function changeUntilStopped(): { stop: () => Promise<void> } {
    const signal = { stopped: false }
    const run = async (): Promise<void> => {
      for (let n = 0; !signal.stopped; n += 1) {
        await change({ id: `n${n % 80}`, amountCents: (n * 7_919) % 600 })
        if (n % 5 === 0) await wait(2)
      }
    }
    const done = run()
    return {
      stop: () => {
        signal.stopped = true
        return done
      },
    }
  }

  /** Answers the board that both streams make together. */
  async function comeBack(first: LiveViewer): Promise<() => LeaderboardEntry[]> {
    first.leave()
    await first.ended
    const second = await watch({ lastEventId: String(first.events.at(-1)?.id) })
    return () => [...first.events, ...second.events].reduce<LeaderboardEntry[]>(applyEvent, [])
  }

  test('a thousand viewers, more than one slice, get each frame once', async () => {
    await serveAnew({ limiter: createStreamLimiter({ total: 2_000, perAddress: 2_000 }) })
    await Promise.all(Array.from({ length: 1_000 }, () => watch()))
    expect(server.hub.viewers).toBe(1_000)
    for (let n = 0; n < 20; n += 1) await change({ id: `n${n}`, amountCents: 500 })
    await expect.poll(() => viewers.every(({ events }) => events.at(-1)?.id === 20)).toBe(true)
    const [first] = viewers
    for (const viewer of viewers) expect(kinds(viewer)).toEqual(first && kinds(first))
  })
})
