import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMemoryBus } from '../../infra/bus/memory-bus.ts'
import { followBus } from './follow-bus.ts'

const logger = pino({ level: 'silent' })

afterEach(() => {
  vi.useRealTimers()
})

function follow(look: () => Promise<void>) {
  vi.useFakeTimers()
  const bus = createMemoryBus()
  return { bus, stop: followBus({ leaderboard: { look }, bus, logger }) }
}

function countLooks() {
  const looks = { count: 0 }
  const look = async (): Promise<void> => {
    looks.count += 1
  }
  return { looks, look }
}

describe('following the bus', () => {
  test('looks at every hint, and once a second without any', async () => {
    const { looks, look } = countLooks()
    const { bus, stop } = follow(look)
    bus.publish()
    expect(looks.count).toBe(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(looks.count).toBe(4)
    stop()
  })

  test('a look that fails does not end it', async () => {
    let calls = 0
    const { stop } = follow(async () => {
      calls += 1
      throw new Error('connection lost')
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(calls).toBe(2)
    stop()
  })

  test('once stopped it looks no more', async () => {
    const { looks, look } = countLooks()
    const { bus, stop } = follow(look)
    stop()
    bus.publish()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(looks.count).toBe(0)
  })
})
