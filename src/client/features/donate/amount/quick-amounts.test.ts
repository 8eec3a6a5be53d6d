import { expect, test } from 'vitest'
import { findQuickAmounts } from './quick-amounts.ts'

test('the usual amounts are offered', () => {
  const limits = { minCents: 100, maxCents: 1_000_000, defaultCents: 700 }
  expect(findQuickAmounts(limits)).toEqual([500, 1_000, 2_500, 10_000])
})

test("amounts beyond the host's limits are not offered", () => {
  const limits = { minCents: 100, maxCents: 9_999, defaultCents: 500 }
  expect(findQuickAmounts(limits)).toEqual([500, 1_000, 2_500])
})

test("where too few are left the host's own limits are amounts to choose", () => {
  const limits = { minCents: 100, maxCents: 750, defaultCents: 300 }
  expect(findQuickAmounts(limits)).toEqual([100, 300, 500, 750])
})

test('no amount is offered twice', () => {
  const limits = { minCents: 100, maxCents: 500, defaultCents: 500 }
  expect(findQuickAmounts(limits)).toEqual([100, 500])
})
