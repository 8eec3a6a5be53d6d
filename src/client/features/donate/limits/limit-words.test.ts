import { expect, test } from 'vitest'
import type { OwnLimits } from '#contract/spending.ts'
import { NO_LIMITS } from '#tests/helpers/page/own-limits.ts'
import { listLimitWords } from './limit-words.ts'

const DAY: OwnLimits['left'][number] = {
  span: 'day',
  limitCents: 5_000,
  isOwn: true,
  openCents: 0,
  leftCents: 2_000,
  endsAt: '2026-11-27T00:00:00.000Z',
}

function read(limits: Partial<OwnLimits>): string[] {
  return listLimitWords({ ...NO_LIMITS, ...limits })
}

test.each<[string, Partial<OwnLimits>, string[]]>([
  ['nothing without a limit', {}, []],
  ['what is left of a limit that is near', { left: [DAY] }, ['$20 of your $50 a day are left.']],
  ['nothing while most of a limit is left', { left: [{ ...DAY, leftCents: 2_600 }] }, []],
  [
    'the limit of the host, and what an open payment holds',
    { left: [{ ...DAY, isOwn: false, leftCents: 1_050, openCents: 3_000 }] },
    ['$10.50 of the $50 a day that everybody may give here are left, and $30 wait to be paid.'],
  ],
  [
    'the limit that leaves less',
    { left: [DAY, { ...DAY, span: 'week', limitCents: 9_000, leftCents: 1_000 }] },
    ['$10 of your $90 a week are left.'],
  ],
  ['nothing of two donations in an hour', { lastHour: { count: 2, amountCents: 4_500 } }, []],
  [
    'a quiet word from the third donation in an hour',
    { lastHour: { count: 3, amountCents: 4_500 } },
    ['You gave three times in the last hour: $45.'],
  ],
  [
    'what is left before the quiet word, so that no sum follows another',
    { left: [DAY], lastHour: { count: 3, amountCents: 3_000 } },
    ['$20 of your $50 a day are left.', 'You gave three times in the last hour: $30.'],
  ],
  [
    'the count in digits when it is high',
    { lastHour: { count: 12, amountCents: 4_500 } },
    ['You gave 12 times in the last hour: $45.'],
  ],
])('a donor reads %s', (_name, limits, words) => {
  expect(read(limits)).toEqual(words)
})

test('a donor who has paused reads until when, and nothing else', () => {
  const words = read({ pausedUntil: '2026-11-27T12:00:00.000Z', left: [DAY] })
  expect(words).toEqual([expect.stringMatching(/^You have paused your donations until .+\.$/)])
})
