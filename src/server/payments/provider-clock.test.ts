import { expect, test } from 'vitest'
import { ProviderClock } from './provider-clock.ts'

const NOW = Date.UTC(2026, 10, 1, 12)
const HOUR_MS = 60 * 60 * 1000

function createSampledClock(...offsets: number[]): ProviderClock {
  const clock = new ProviderClock(() => NOW)
  for (const offset of offsets) {
    const date = new Date(NOW + offset).toUTCString()
    clock.addSample({ sentAt: NOW, answeredAt: NOW, date })
  }
  return clock
}

test('without any answer the provider’s time is ours', () => {
  expect(createSampledClock().now()).toBe(NOW)
})

test.each([HOUR_MS, -HOUR_MS, 31 * 60_000])('a difference of %i ms is measured', (offset) => {
  const clock = createSampledClock(offset)
  expect(Math.abs(clock.offsetMs - offset)).toBeLessThanOrEqual(1_000)
  expect(Math.abs(clock.now() - NOW - offset)).toBeLessThanOrEqual(1_000)
  expect(Math.abs(clock.toLocal(NOW + offset) - NOW)).toBeLessThanOrEqual(1_000)
})

test('what whole seconds and slow answers make is no difference', () => {
  expect(createSampledClock(-9_000, 3_000, 9_000).offsetMs).toBe(0)
})

test('an answer counts for the middle between request and response', () => {
  const clock = new ProviderClock(() => NOW)
  const date = new Date(NOW + HOUR_MS).toUTCString()
  clock.addSample({ sentAt: NOW - 20_000, answeredAt: NOW + 20_000, date })
  expect(clock.offsetMs).toBe(HOUR_MS + 500)
})

test('a single wrong answer changes nothing', () => {
  expect(createSampledClock(0, 0, HOUR_MS).offsetMs).toBe(0)
})

test('after a clock was set, the next answers decide', () => {
  expect(createSampledClock(HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS, 0, 0, 0).offsetMs).toBe(0)
})

test('a time that may not be too late goes by the lowest offset', () => {
  expect(createSampledClock().toProviderAtMost(NOW)).toBe(NOW)
  const clock = createSampledClock(HOUR_MS, HOUR_MS, -HOUR_MS)
  expect(Math.abs(clock.toProviderAtMost(NOW) - NOW + HOUR_MS)).toBeLessThanOrEqual(1_000)
})

test.each([undefined, null, '', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
  'a date of %j says nothing',
  (date) => {
    const clock = new ProviderClock(() => NOW)
    clock.addSample({ sentAt: NOW, answeredAt: NOW, date })
    expect(clock.offsetMs).toBe(0)
  },
)

test('what is near by either clock is of now', () => {
  const clock = createSampledClock(HOUR_MS)
  expect(clock.nowNear(NOW + 60_000)).toBe(NOW)
  expect(clock.nowNear(NOW + HOUR_MS - 60_000)).toBe(clock.now())
})
