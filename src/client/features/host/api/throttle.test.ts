import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Throttle } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first request is served at once, a burst at most once in the interval', async () => {
  const action = vi.fn<() => Promise<undefined>>(async () => undefined)
  const throttle = new Throttle(action, 1_000)
  throttle.request()
  await vi.advanceTimersByTimeAsync(0)
  expect(action).toHaveBeenCalledTimes(1)
  // 500 donations in a minute.
  for (let count = 0; count < 500; count += 1) {
    throttle.request()
    await vi.advanceTimersByTimeAsync(120)
  }
  expect(action.mock.calls.length).toBeLessThanOrEqual(61)
  expect(action.mock.calls.length).toBeGreaterThan(50)
})

test('the last request of a burst is served', async () => {
  const action = vi.fn<() => Promise<undefined>>(async () => undefined)
  const throttle = new Throttle(action, 1_000)
  throttle.request()
  await vi.advanceTimersByTimeAsync(10)
  throttle.request()
  await vi.advanceTimersByTimeAsync(980)
  expect(action).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(action).toHaveBeenCalledTimes(2)
})

test('an action that takes long never runs twice at once, and once more afterwards', async () => {
  const ends: (() => void)[] = []
  const throttle = new Throttle(() => new Promise<void>((resolve) => ends.push(resolve)), 1_000)
  throttle.request()
  await vi.advanceTimersByTimeAsync(0)
  for (let count = 0; count < 5; count += 1) {
    throttle.request()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
})

test('what was cancelled is not served', async () => {
  const action = vi.fn<() => Promise<undefined>>(async () => undefined)
  const throttle = new Throttle(action, 1_000)
  throttle.request()
  throttle.cancel()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(action).not.toHaveBeenCalled()
})
