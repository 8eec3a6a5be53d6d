import { expect, test } from 'vitest'
import type { HostDays, MoneySums } from '#contract/host/figures.ts'
import { CHART, layOutBars, scaleFor } from './chart-geometry.ts'

const sums = (grossCents: number, refundedCents = 0): MoneySums => ({
  count: 1,
  grossCents,
  feeCents: 0,
  netCents: grossCents - refundedCents,
  refundedCents,
  disputedCents: 0,
})

const day = (stripeCents: number, paypalCents: number, refundedCents = 0) => ({
  date: '2026-11-22',
  total: sums(stripeCents + paypalCents, refundedCents),
  providers: [
    { provider: 'stripe' as const, ...sums(stripeCents) },
    { provider: 'paypal' as const, ...sums(paypalCents) },
  ],
})

const of = (...days: HostDays['days']) => ({ days })

test.each([
  [0, [0, 50, 100]],
  [171_592, [0, 100_000, 200_000]],
  [200_000, [0, 100_000, 200_000]],
  [45_000, [0, 50_000]],
  [99_999_999, [0, 50_000_000, 100_000_000]],
])('a day of %i cents lies within round lines', (grossCents, ticks) => {
  expect(scaleFor(of(day(grossCents, 0))).ticks).toEqual(ticks)
})

test('bars of a day stand on one another, and fit the drawing', () => {
  const days = of(day(1000, 500), day(2000, 0))
  const bars = layOutBars(days, scaleFor(days))
  expect(bars.map(({ of: kind }) => kind)).toEqual(['stripe', 'paypal', 'stripe'])
  const [stripe, paypal] = bars
  expect((paypal?.y ?? 0) + (paypal?.height ?? 0)).toBeLessThan(stripe?.y ?? 0)
  for (const { x, y, width, height } of bars) {
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(CHART.height + 1)
    expect(x + width).toBeLessThanOrEqual(CHART.width)
  }
})

test('what went back lies below the line, and never below the drawing', () => {
  const days = of(day(100, 0, 1_000_000))
  const back = layOutBars(days, scaleFor(days)).find(({ of: kind }) => kind === 'refunded')
  expect(back?.y).toBeGreaterThan(CHART.height)
  expect((back?.y ?? 0) + (back?.height ?? 0)).toBeLessThanOrEqual(CHART.height + CHART.below + 2)
})
