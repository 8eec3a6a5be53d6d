import { expect, test } from 'vitest'
import { toInstant, toLocal } from './local-time.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']

test('a time in a field is the same instant when it is read back', () => {
  for (const instant of ['2026-12-01T20:00:00.000Z', '2026-07-01T03:30:05.000Z']) {
    for (const zone of ZONES) expect(toInstant(toLocal(instant, zone), zone)).toBe(instant)
  }
  expect(toLocal(undefined, 'UTC')).toBe('')
})

test('a field has the time of the campaign’s zone, not of the browser’s', () => {
  expect(toLocal('2026-12-01T19:00:05.000Z', 'Europe/Berlin')).toBe('2026-12-01T20:00:05')
  expect(toLocal('2026-12-01T19:00:05.000Z', 'Europe/Berlin', 'short')).toBe('2026-12-01T20:00')
  expect(toInstant('2026-12-01T20:00', 'America/New_York')).toBe('2026-12-02T01:00:00.000Z')
})

test.each([
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T03:30'],
  ['Europe/Berlin', '2027-03-28T02:15', '2027-03-28T03:15'],
  ['Australia/Lord_Howe', '2027-10-03T02:10', '2027-10-03T02:40'],
  ['Pacific/Auckland', '2027-09-26T02:30', '2027-09-26T03:30'],
])('in %s a clock change skips %s, which is read as %s', (zone, skipped, later) => {
  expect(toInstant(skipped, zone)).toBe(toInstant(later, zone))
  expect(toLocal(toInstant(skipped, zone), zone, 'short')).toBe(later)
})
