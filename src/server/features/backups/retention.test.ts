import { expect, test } from 'vitest'
import { findOutdated } from './retention.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A Sunday evening. */
const NOW = Date.UTC(2026, 10, 22, 20)

function keptOf(times: readonly number[], now = NOW): number[] {
  const outdated = new Set(findOutdated(times, now))
  return times.filter((time) => !outdated.has(time))
}

test('of a backup every six hours, two days are kept whole, 14 days once a day, 8 weeks once a week', () => {
  const times = Array.from({ length: 4 * 100 }, (_none, index) => NOW - index * 6 * HOUR_MS)
  const kept = keptOf(times)
  const ages = kept.map((time) => (NOW - time) / DAY_MS)
  expect(ages.filter((age) => age <= 2)).toHaveLength(9)
  expect(ages.filter((age) => age > 2 && age <= 14)).toHaveLength(13)
  expect(ages.filter((age) => age > 14)).toHaveLength(7)
  expect(Math.max(...ages)).toBeLessThanOrEqual(56)
})

test('what is kept today is kept in the same way tomorrow, until it is too old', () => {
  let times: number[] = []
  for (let day = 0; day < 120; day += 1) {
    const now = NOW + day * DAY_MS
    times = keptOf([now, ...times], now)
  }
  expect(times.length).toBeGreaterThanOrEqual(3 + 12 + 5)
  expect(times.length).toBeLessThanOrEqual(3 + 13 + 7)
})

test('the newest is kept, however old it is', () => {
  const old = NOW - 400 * DAY_MS
  expect(findOutdated([old, old - 1], NOW)).toEqual([old - 1])
})
