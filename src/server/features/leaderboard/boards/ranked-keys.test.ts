import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRank, type RankKey } from '#server/features/ledger/ledger.ts'
import { RankedKeys } from './ranked-keys.ts'

// Few amounts, so that equal ones are frequent; the sequences are unique.
const added = fc.uniqueArray(
  fc.record({
    amountCents: fc.integer({ min: 1, max: 40 }),
    sequence: fc.integer({ min: 1, max: 1e6 }),
  }),
  { selector: ({ sequence }) => sequence, minLength: 1, maxLength: 2_500, size: 'max' },
)

function fill(keys: readonly RankKey[]): RankedKeys {
  const ranked = new RankedKeys()
  for (const key of keys) ranked.add(key)
  return ranked
}

test('the keys are in the order of the board, whatever comes and goes', () => {
  fc.assert(
    fc.property(added, fc.integer({ min: 1, max: 5 }), (keys, kept) => {
      const ranked = fill(keys)
      const left = keys.filter((key, index) => {
        const stays = index % 5 < kept
        if (!stays) ranked.remove(key)
        return stays
      })
      const sorted = left.toSorted(compareRank)
      expect(ranked.slice(0, keys.length)).toEqual(sorted)
      expect(ranked.size).toBe(left.length)
      expect(ranked.sumCents).toBe(left.reduce((sum, { amountCents }) => sum + amountCents, 0))
      sorted.forEach((key, index) => {
        expect(ranked.countBefore(key)).toBe(index)
      })
    }),
    { numRuns: 30 },
  )
})

test('amounts are counted and found as in a sorted list', () => {
  fc.assert(
    fc.property(added, fc.integer({ min: 0, max: 42 }), (keys, amountCents) => {
      const ranked = fill(keys)
      const amounts = keys.map((key) => key.amountCents).toSorted((a, b) => b - a)
      expect(ranked.countAbove(amountCents)).toBe(amounts.filter((one) => one > amountCents).length)
      expect(ranked.smallestAtLeast(amountCents)).toBe(
        amounts.findLast((one) => one >= amountCents),
      )
      expect(ranked.amountAt(amounts.length)).toBe(amounts.at(-1))
      expect(ranked.slice(3, 7).map((key) => key.amountCents)).toEqual(amounts.slice(3, 7))
    }),
    { numRuns: 30 },
  )
})

test('a key that is not there cannot be removed', () => {
  const ranked = fill([{ amountCents: 500, sequence: 1 }])
  expect(() => ranked.remove({ amountCents: 500, sequence: 2 })).toThrow(RangeError)
  expect(() => ranked.remove({ amountCents: 400, sequence: 1 })).toThrow(RangeError)
  expect(() => ranked.amountAt(2)).toThrow('Nobody is at 2.')
})
