import { expect, test } from 'vitest'
import { readInstant, toInstant, toLocal } from './local-time.ts'

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

test.each([
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00.000Z'],
])('in %s a clock change repeats %s, which is the earlier of both', (zone, repeated, earlier) => {
  expect(toInstant(repeated, zone)).toBe(earlier)
})

test('each time around a clock change is the instant that the server takes it for', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Auckland']
  const byServer = (local: string, zone: string) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
  const wrong = zones.flatMap((zone) => {
    const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2026, 8, day))
    const times = days.flatMap((day) => [1, 2, 3].map((hour) => day + (hour + 0.75) * 3_600_000))
    return times
      .map((time) => new Date(time).toISOString().slice(0, 19))
      .filter((local) => Date.parse(toInstant(local, zone)) !== byServer(local, zone))
  })
  expect(wrong).toEqual([])
})

test('a year of more than four digits is read, too', () => {
  expect(toInstant('12026-10-25T02:30', 'Europe/Berlin')).toMatch(/^\+012026-10-25T0[01]:30/)
})

test('a field that shows what it was given is that instant, also in an hour that comes twice', () => {
  const [first, second] = ['2026-10-25T00:30:00.250Z', '2026-10-25T01:30:00.250Z']
  const options = { timeZone: 'Europe/Berlin', shown: [undefined, second] }
  // Browsers leave out seconds that are zero.
  expect(readInstant('2026-10-25T02:30', options)).toBe(second)
  expect(readInstant('2026-10-25T02:30:00', options)).toBe(second)
  expect(readInstant('2026-10-25T02:30', { ...options, shown: [first] })).toBe(first)
  expect(readInstant('2026-10-25T02:31', options)).toBe('2026-10-25T00:31:00.000Z')
  expect(readInstant('', options)).toBe('')
})
