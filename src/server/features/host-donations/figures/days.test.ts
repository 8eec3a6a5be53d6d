import { expect, test } from 'vitest'
import { listDays } from './days.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => Date.parse(text)

test('the last day is today in the zone, not in UTC', () => {
  const [yesterday, today] = listDays(at('2026-11-22T04:30:00Z'), 'America/New_York', 2)
  expect(yesterday?.date).toBe('2026-11-20')
  expect(today).toEqual({
    date: '2026-11-21',
    from: at('2026-11-21T05:00:00Z'),
    to: at('2026-11-22T05:00:00Z'),
  })
})

test('a day in which the clocks change has 23 or 25 hours, and none is left out', () => {
  const days = listDays(at('2026-11-02T12:00:00Z'), 'America/New_York', 300)
  const hours = new Map(days.map(({ date, from, to }) => [date, (to - from) / HOUR_MS]))
  expect(hours.get('2026-11-01')).toBe(25)
  expect(hours.get('2026-03-08')).toBe(23)
  days.slice(1).forEach(({ from }, index) => expect(from).toBe(days[index]?.to))
})

test('zones with offsets of three quarters of an hour begin their days there', () => {
  const [day] = listDays(at('2026-11-22T12:00:00Z'), 'Asia/Kathmandu', 1)
  expect(day?.from).toBe(at('2026-11-21T18:15:00Z'))
})
