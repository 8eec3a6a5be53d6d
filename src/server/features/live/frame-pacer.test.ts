import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Announcement, Listener } from '#server/features/leaderboard/leaderboard.ts'
import { restAfter } from './frame-pacer.ts'
import { createHub, type Hub } from './hub.ts'

const VIEWERS = 20

/** A connection whose every write keeps the event loop busy for some time. */
class BusySocket extends Socket {
  readonly #busyMs: number

  constructor(busyMs: number) {
    super()
    this.#busyMs = busyMs
  }

  override write(): boolean {
    const until = performance.now() + this.#busyMs
    while (performance.now() < until);
    return true
  }
}

const ANNOUNCEMENT: Announcement = {
  since: 0,
  version: 1,
  change: { version: 1, upserts: [], removals: [], total: { count: 0, amountCents: 0 } },
  retracts: false,
}

/** Opens a hub with viewers whose writes take so long; `announce` resolves when the next may come. */
async function openHub(busyMs: number): Promise<{ hub: Hub; announce: Listener }> {
  let announce: Listener | undefined
  const hub = createHub({
    leaderboard: {
      version: 0,
      top: () => ({ version: 0, total: { count: 0, amountCents: 0 }, entries: [], next: null }),
      catchUp: async () => {},
      onChange: (listener) => {
        announce = listener
        return () => {}
      },
    },
    logger: { info: () => {} },
  })
  for (let count = 0; count < VIEWERS; count += 1) {
    const socket = new BusySocket(busyMs)
    await hub.join({ address: 'a', lastVersion: 0, accept: () => ({ socket, head: '' }) })
  }
  if (announce === undefined) throw new Error('The hub does not listen to the board.')
  return { hub, announce }
}

test('frames follow one another at once if their delivery took at most half of the time', () => {
  expect(restAfter({ busyMs: 1, elapsedMs: 2 })).toBe(0)
  expect(restAfter({ busyMs: 40, elapsedMs: 300 })).toBe(0)
})

test('the event loop has as much time for other work as the delivery took', () => {
  expect(restAfter({ busyMs: 90, elapsedMs: 100 })).toBe(80)
})

test('a process that was frozen during a delivery is not silent for as long again', () => {
  expect(restAfter({ busyMs: 30_000, elapsedMs: 30_000 })).toBe(1_000)
})

test('the next frame waits until a delivery to slow sockets is half of the time since it began', async () => {
  const { hub, announce } = await openHub(5)
  const startedAt = performance.now()
  await announce(ANNOUNCEMENT)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * VIEWERS * 5 - 1)
  await hub.close()
})

test('twenty viewers still have ten frames a second', async () => {
  const { hub, announce } = await openHub(0)
  await pause(1)
  const times: number[] = []
  for (let count = 0; count < 10; count += 1) {
    const startedAt = performance.now()
    await announce({ ...ANNOUNCEMENT, since: count, version: count + 1 })
    times.push(performance.now() - startedAt)
  }
  // One delivery may meet other work of this machine.
  expect(times.toSorted((a, b) => a - b)[5]).toBeLessThan(50)
  await hub.close()
})
