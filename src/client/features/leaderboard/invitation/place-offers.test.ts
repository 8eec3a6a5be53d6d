import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { buildEntries } from '../live/board-builders.ts'
import { findPlaceOffers } from './place-offers.ts'

const { amounts } = DEFAULT_CAMPAIGN

/** Returns the offers on a board of these amounts, in dollars, as 'amount → place'. */
function offersOn(dollars: number[], more: 'none' | 'waiting' = 'none', changed = {}) {
  const rows = buildEntries(...dollars.map((amount) => amount * 100))
  return findPlaceOffers({ rows, more }, { amounts: { ...amounts, ...changed } }).map(
    ({ amountCents, position }) => `${amountCents / 100} → ${position}`,
  )
}

test('the usual amounts are offered for the places that they take', () => {
  expect(offersOn([500, 90, 20, 7, 6])).toEqual(['5 → 6', '10 → 4', '25 → 3', '100 → 2'])
})

test('an equal amount was earlier: the offer lands below it', () => {
  expect(offersOn([500, 400, 300, 100, 30, 20])).toContain('100 → 5')
})

test('a place is offered once, at its lowest price', () => {
  expect(offersOn([500, 400, 300.5, 200])).toEqual(['5 → 5', '301 → 3', '501 → 1'])
})

test('nothing is offered behind the last of the loaded rows while more follow', () => {
  expect(offersOn([500, 400, 300, 60, 50], 'waiting')).toEqual(['100 → 4', '301 → 3', '501 → 1'])
  expect(offersOn([5000, 4000], 'waiting')).toEqual(['5001 → 1'])
})

test('a milestone costs whole dollars, and its place is that of the price', () => {
  const rows = Array.from({ length: 120 }, (_, index) => 1000.5 - index)
  expect(offersOn(rows, 'waiting')).toEqual(['902 → 100', '977 → 25', '992 → 10', '999 → 3'])
  expect(offersOn([9, 8.4, 8.2, 8.1], 'waiting', { chipsCents: [100] })).toEqual([
    '9 → 2',
    '10 → 1',
  ])
})

test("the host's own amounts and limits hold", () => {
  const changed = { chipsCents: [2_000], minCents: 1_000, maxCents: 40_000 }
  expect(offersOn([500, 300, 90, 80, 4, 3], 'none', changed)).toEqual(['20 → 5', '91 → 3'])
})
