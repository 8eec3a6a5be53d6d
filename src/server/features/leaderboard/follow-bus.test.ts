import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { followBus } from './follow-bus.ts'

const logger = pino({ level: 'silent' })

afterEach(() => {
  vi.useRealTimers()
})

function follow(catchUp: () => Promise<void>) {
  vi.useFakeTimers()
  const bus = createMemoryBus()
  return { bus, stop: followBus({ leaderboard: { catchUp }, bus, logger }) }
}

function countCatchUps() {
  const catchUps = { count: 0 }
  const catchUp = async (): Promise<void> => {
    catchUps.count += 1
  }
  return { catchUps, catchUp }
}

describe('following the bus', () => {
  test('catchUps at every hint, and once a second without any', async () => {
    const { catchUps, catchUp } = countCatchUps()
    const { bus, stop } = follow(catchUp)
    bus.publish()
    expect(catchUps.count).toBe(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(catchUps.count).toBe(4)
    stop()
  })

  test('a catchUp that fails does not end it', async () => {
    let calls = 0
    const { stop } = follow(async () => {
      calls += 1
      throw new Error('connection lost')
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(calls).toBe(2)
    stop()
  })

  test('once stopped it catchUps no more', async () => {
    const { catchUps, catchUp } = countCatchUps()
    const { bus, stop } = follow(catchUp)
    stop()
    bus.publish()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(catchUps.count).toBe(0)
  })
})
