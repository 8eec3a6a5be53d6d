import { expect, test, vi } from 'vitest'
import type { OwnDonation } from '#contract/checkouts.ts'
import { compare, fetchComparison } from './comparison.ts'

/** Builds donations of one donor by their minute and position; their ids are `d` and the minute. */
function own(...donations: [minute: number, position: number | null][]): OwnDonation[] {
  return donations.map(([minute, position]) => ({
    id: `d${minute}`,
    name: 'Ada',
    amountCents: 500,
    timestamp: `2026-11-21T12:0${minute}:00.000Z`,
    position,
  }))
}

const total = { count: 407, amountCents: 1_000_000 }

test('a first payment passed all that the board has below it', () => {
  expect(compare('d1', own([1, 331]), total)).toEqual({ isReturning: false, passedCount: 76 })
  expect(compare('d1', own([1, 407]), total)).toEqual({ isReturning: false, passedCount: 0 })
})

test('own donations below are not counted as passed', () => {
  expect(compare('d3', own([3, 12], [1, 40], [2, 50]), total)).toEqual({
    isReturning: true,
    ownBest: 40,
    passedCount: 393,
  })
})

test('earlier donations tell a returning donor, from whatever browser', () => {
  expect(compare('d2', own([2, 5], [1, 9]), total).isReturning).toBe(true)
  expect(compare('d2', own([2, 5], [1, null]), total).isReturning).toBe(true)
  expect(compare('d9', own([1, 9]), total).isReturning).toBe(true)
})

test('a donation that came later does not make the first one a return', () => {
  expect(compare('d1', own([2, 5], [1, 9]), total).isReturning).toBe(false)
  expect(compare(null, own([1, null]), total).isReturning).toBe(false)
})

test('where the server lists no more, it is not known how many of those below are own', () => {
  const many = own(...Array.from({ length: 100 }, (_, n): [number, number] => [n % 10, n + 1]))
  expect(compare('d0', many, total)).not.toHaveProperty('passedCount')
})

test('without an answer the donor is celebrated without a comparison', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await fetchComparison('d1')).toEqual({ isReturning: false })
})

test('what matches have added is asked, also of a page that shows none any more', async () => {
  const part = { matchedCents: 500, promisedCents: 500, ended: false, cancelled: false }
  const matches = [{ sponsor: 'Acme', ...part }]
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (!url.endsWith('/d1/matched')) throw new TypeError('Failed to fetch')
    return Response.json({ matches })
  })
  expect(await fetchComparison(null)).toEqual({ isReturning: false })
  expect(asked.filter((url) => url.endsWith('/matched'))).toEqual([])
  expect(await fetchComparison('d1')).toEqual({ isReturning: false, matched: matches })
})
