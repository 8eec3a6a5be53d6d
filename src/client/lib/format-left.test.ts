import { expect, test } from 'vitest'
import { formatLeft } from './format-left.ts'

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [754_000, '12:34'],
  [3_600_000, '1:00:00'],
  [26 * 3_600_000 + 61_000, '26:01:01'],
  [52 * 3_600_000, '2 d 4 h'],
])('%i ms are written as %s', (ms, text) => {
  expect(formatLeft(ms)).toBe(text)
})
