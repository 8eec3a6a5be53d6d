import { expect, test } from 'vitest'
import { nextPauseMs } from './retry-times.ts'

const HOUR_MS = 60 * 60_000

test('the pauses grow to a day, and end after the tenth try', () => {
  const pauses = Array.from({ length: 10 }, (_, index) => nextPauseMs(index + 1, { random: 0 }))
  expect(pauses.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000])
  expect(pauses[8]).toBe(24 * HOUR_MS)
  expect(pauses[9]).toBeUndefined()
})

test('a pause varies, so that tries do not come in waves', () => {
  expect(nextPauseMs(1, { random: 0.5 })).toBe(5_500)
})

test('a pause that the receiver asks for is obeyed, up to a day', () => {
  expect(nextPauseMs(1, { random: 0, retryAfterMs: 60_000 })).toBe(60_000)
  expect(nextPauseMs(1, { random: 0, retryAfterMs: 1e12 })).toBe(24 * HOUR_MS)
})
