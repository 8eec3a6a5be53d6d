import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  guessOffset,
  lastServerOffset,
  measureOffset,
  useAtServerTime,
  useServerOffset,
} from './server-clock.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-12-01T20:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  measureOffset(new Date(NOW).toISOString(), NOW)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

afterEach(() => {
  vi.useRealTimers()
})

test("a viewer's clock that is hours off counts by the document's time from the first", () => {
  guessOffset(NOW - 2 * HOUR_MS)
  expect(renderHook(() => useServerOffset()).result.current).toBe(-2 * HOUR_MS)
  const isPast = (now: number) => now >= NOW
  expect(renderHook(() => useAtServerTime(isPast)).result.current).toBe(false)
})

test.each([NOW - 59_000, Number.NaN])(
  'a document of %d says nothing better than the clock of the viewer',
  (renderedAt) => {
    guessOffset(renderedAt)
    expect(lastServerOffset()).toBe(0)
  },
)

test("an answer of the server's replaces the guess", () => {
  guessOffset(NOW + HOUR_MS)
  measureOffset(new Date(NOW + 2 * HOUR_MS).toISOString(), NOW)
  expect(lastServerOffset()).toBe(2 * HOUR_MS)
})
