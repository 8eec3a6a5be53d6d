import { expect, test } from 'vitest'
import { formatDuration } from './durations.ts'

test.each([
  [-5, '0 s'],
  [45_900, '45 s'],
  [12 * 60_000, '12 min'],
  [3_600_000, '1 h'],
  [(4 * 60 + 12) * 60_000, '4 h 12 min'],
  [52 * 3_600_000, '2 d 4 h'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
