import { expect, test } from 'vitest'
import { restOf } from './work-rest.ts'

const RULE = { factor: 9, leastMs: 300, mostMs: 4_000 }

test.each([
  ['short work rests for the shortest time', 10, false, 300],
  ['other work rests for a multiple of its time', 100, false, 900],
  ['work that stood still for half a minute does not rest for minutes', 30_000, false, 4_000],
  ['what failed after a long wait is tried again soon', 15_000, true, 300],
])('%s', (_rule, tookMs, hasFailed, restMs) => {
  expect(restOf({ tookMs, hasFailed }, RULE)).toBe(restMs)
})
