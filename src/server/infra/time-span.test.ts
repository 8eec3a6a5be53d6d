import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BoardSpan } from '#contract/boards.ts'
import { hasInstant, spanAt } from './time-span.ts'

const KINDS = ['today', 'week', 'month'] as const satisfies BoardSpan[]

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
const instant = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2060, 0) })
const kind = fc.constantFrom(...KINDS)

function local(time: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone)
}

/** Returns an instant near a clock change of the zone, if the zone has one after `time`. */
function nearChange(time: number, timeZone: string, offsetMs: number): number {
  const change = local(time, timeZone).getTimeZoneTransition('next')
  return (change?.epochMilliseconds ?? time) + offsetMs
}

function spanIso(
  span: Exclude<BoardSpan, 'round'>,
  time: string,
  timeZone: string,
): [string, string] {
  const { start, end } = spanAt(span, Date.parse(time), timeZone)
  return [new Date(start).toISOString(), new Date(end).toISOString()]
}

describe('a span', () => {
  const hours = fc.integer({ min: -30 * 3_600_000, max: 30 * 3_600_000 })

  test('contains its instant, and the next one begins where it ends', () => {
    fc.assert(
      fc.property(kind, zone, instant, fc.option(hours), (span, timeZone, time, offset) => {
        const at = offset === null ? time : nearChange(time, timeZone, offset)
        const found = spanAt(span, at, timeZone)
        expect(hasInstant(found, at)).toBe(true)
        expect(spanAt(span, found.start, timeZone)).toEqual(found)
        expect(spanAt(span, found.end - 1, timeZone)).toEqual(found)
        expect(spanAt(span, found.end, timeZone).start).toBe(found.end)
      }),
      { numRuns: 400 },
    )
  })

  test('begins at local midnight, or with the first instant of its day', () => {
    fc.assert(
      fc.property(kind, zone, instant, (span, timeZone, time) => {
        const { start } = spanAt(span, time, timeZone)
        const [first, before] = [local(start, timeZone), local(start - 1, timeZone)]
        const isMidnight = first.toPlainTime().equals(Temporal.PlainTime.from('00:00'))
        const isNewDay = Temporal.PlainDate.compare(first.toPlainDate(), before.toPlainDate()) > 0
        expect(isMidnight || isNewDay).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('of a month begins in another month than the one before ends', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, time) => {
        const { start } = spanAt('month', time, timeZone)
        expect(local(start, timeZone).month).not.toBe(local(start - 1, timeZone).month)
      }),
    )
  })

  test('of a week is of the same ISO week to its end', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, time) => {
        const { start, end } = spanAt('week', time, timeZone)
        const week = local(start, timeZone).weekOfYear
        expect(local(end - 1, timeZone).weekOfYear).toBe(week)
        expect(local(end, timeZone).weekOfYear).not.toBe(week)
      }),
    )
  })

  test('over all time contains every time of a donation', () => {
    const span = spanAt('all-time', 0, 'UTC')
    expect([0, 1e12, 1e15].every((time) => hasInstant(span, time))).toBe(true)
  })
})

describe('clock changes', () => {
  test.each([
    ['spring', '2026-03-29T12:00Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['autumn', '2026-10-25T12:00Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])('of %s make a day shorter or longer', (_name, time, start, end) => {
    expect(spanIso('today', time, 'Europe/Berlin')).toEqual([start, end])
  })

  test('that skip midnight begin the day an hour later', () => {
    const day = spanIso('today', '2026-03-29T12:00Z', 'Asia/Beirut')
    expect(day).toEqual(['2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'])
    expect(local(Date.parse(day[0]), 'Asia/Beirut').hour).toBe(1)
  })

  test('that go back over midnight begin the day once', () => {
    const day = ['2006-10-29T02:30:00.000Z', '2006-10-30T03:30:00.000Z']
    for (const time of ['2006-10-29T02:30:30Z', '2006-10-29T03:00Z', '2006-10-29T20:00Z']) {
      expect(spanIso('today', time, 'America/St_Johns')).toEqual(day)
    }
  })

  test('that skip a whole day leave no gap', () => {
    expect(spanIso('today', '2011-12-30T09:59Z', 'Pacific/Apia')[1]).toBe(
      '2011-12-30T10:00:00.000Z',
    )
    expect(spanIso('today', '2011-12-30T10:00Z', 'Pacific/Apia')[0]).toBe(
      '2011-12-30T10:00:00.000Z',
    )
  })
})

test('a week begins on Monday, and a month has its leap day', () => {
  expect(spanIso('week', '2026-03-01T23:59Z', 'UTC')).toEqual([
    '2026-02-23T00:00:00.000Z',
    '2026-03-02T00:00:00.000Z',
  ])
  expect(spanIso('month', '2028-02-29T12:00Z', 'UTC')).toEqual([
    '2028-02-01T00:00:00.000Z',
    '2028-03-01T00:00:00.000Z',
  ])
  expect(spanIso('today', '2028-02-29T12:00Z', 'UTC')[1]).toBe('2028-03-01T00:00:00.000Z')
})
