import { expect, test } from 'vitest'
import { formatDate, formatEnd, formatMoment, formatMoments, formatMomentRange } from './moments.ts'

const NOW = new Date(2026, 10, 23, 12, 0).getTime()

test('a moment of this year is told without the year, and its hour is never broken', () => {
  expect(formatMoment(new Date(2026, 0, 1, 0, 0).getTime(), NOW)).toBe('Jan 1, 12:00\u00A0AM')
})

test.each([
  [new Date(2025, 11, 31, 23, 59), 'Dec 31, 2025, 11:59\u00A0PM'],
  [new Date(2027, 0, 1, 0, 0), 'Jan 1, 2027, 12:00\u00A0AM'],
])('a moment of another year is told with it: %s', (moment, text) => {
  expect(formatMoment(moment.getTime(), NOW)).toBe(text)
})

test('a day is told alone, with another year', () => {
  expect(formatDate(new Date(2026, 10, 2, 10).getTime(), NOW)).toBe('Nov 2')
  expect(formatDate(new Date(2025, 10, 2, 10).getTime(), NOW)).toBe('Nov 2, 2025')
})

test.each([
  [new Date(2026, 10, 24), 'midnight'],
  [new Date(2026, 10, 25), 'the end of Nov 24'],
  [new Date(2026, 10, 25, 0, 0, 30), 'Nov 25, 12:00\u00A0AM'],
  [new Date(2026, 10, 25, 0, 0, 0, 1), 'Nov 25, 12:00\u00A0AM'],
  [new Date(2026, 10, 25, 9, 30), 'Nov 25, 9:30\u00A0AM'],
])('an end is told by the day that it ends, if it is the start of one: %s', (end, text) => {
  expect(formatEnd(end.getTime(), NOW)).toBe(text)
})

test('a span tells its day once, and both days if it has two', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).getTime()
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect(plain(formatMomentRange(at(21, 14), at(21, 15), NOW))).toBe('Nov 21, 2:05 – 3:05 PM')
  expect(plain(formatMomentRange(at(21, 14), at(22, 2), NOW))).toBe(
    'Nov 21, 2:05 PM – Nov 22, 2:05 AM',
  )
})

test('moments within one minute are told apart by the second', () => {
  const noon = Date.UTC(2026, 10, 21, 12, 0)
  const [now, zone] = [noon + 60_000, 'UTC'] as const
  expect(formatMoments([noon, noon + 60_000], now, zone)).toEqual([
    'Nov 21, 12:00\u00A0PM',
    'Nov 21, 12:01\u00A0PM',
  ])
  const close = [noon + 2_000, noon + 41_000, noon + 41_000, noon + 90_000]
  expect(formatMoments(close, now, zone)).toEqual([
    'Nov 21, 12:00:02\u00A0PM',
    'Nov 21, 12:00:41\u00A0PM',
    'Nov 21, 12:00:41\u00A0PM',
    'Nov 21, 12:01\u00A0PM',
  ])
})
