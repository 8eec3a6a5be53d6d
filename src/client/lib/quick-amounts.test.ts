import { expect, test } from 'vitest'
import { findQuickAmounts } from './quick-amounts.ts'

test('the usual amounts are offered', () => {
  const limits = { minCents: 100, maxCents: 1_000_000, defaultCents: 700, chipsCents: [] }
  expect(findQuickAmounts(limits)).toEqual([500, 1_000, 2_500, 10_000])
})

test("amounts beyond the host's limits are not offered", () => {
  const limits = { minCents: 100, maxCents: 9_999, defaultCents: 500, chipsCents: [] }
  expect(findQuickAmounts(limits)).toEqual([500, 1_000, 2_500])
})

test("where too few are left the host's own limits are amounts to choose", () => {
  const limits = { minCents: 100, maxCents: 750, defaultCents: 300, chipsCents: [] }
  expect(findQuickAmounts(limits)).toEqual([100, 300, 500, 750])
})

test('no amount is offered twice', () => {
  const limits = { minCents: 100, maxCents: 500, defaultCents: 500, chipsCents: [] }
  expect(findQuickAmounts(limits)).toEqual([100, 500])
})

test('the amounts that the host suggests are offered as they are', () => {
  const amounts = { minCents: 100, maxCents: 9_999, defaultCents: 500, chipsCents: [700, 2_100] }
  expect(findQuickAmounts(amounts)).toEqual([700, 2_100])
})
