import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RankTree } from './rank-tree.ts'

// With a small dense part, random amounts fall on both sides of its end.
const DENSE_MAX_CENTS = 60
const amount = fc.integer({ min: 1, max: 100 })

/** The reference for the tree: amounts in a plain sorted array. */
class NaiveRanks {
  readonly amounts: number[]

  constructor(amounts: readonly number[]) {
    this.amounts = amounts.toSorted((a, b) => a - b)
  }

  countAbove(amountCents: number): number {
    return this.amounts.filter((other) => other > amountCents).length
  }

  countAt(amountCents: number): number {
    return this.amounts.filter((other) => other === amountCents).length
  }

  smallestAtLeast(amountCents: number): number | undefined {
    return this.amounts.find((other) => other >= amountCents)
  }

  ranked(): number[] {
    return this.amounts.toReversed()
  }
}

function expectSameAnswers(tree: RankTree, naive: NaiveRanks): void {
  expect(tree.size).toBe(naive.amounts.length)
  for (let cents = 1; cents <= 101; cents += 1) {
    expect(tree.countAbove(cents)).toBe(naive.countAbove(cents))
    expect(tree.countAt(cents)).toBe(naive.countAt(cents))
    expect(tree.smallestAtLeast(cents)).toBe(naive.smallestAtLeast(cents))
  }
  expect(naive.ranked().map((_, index) => tree.amountAt(index + 1))).toEqual(naive.ranked())
}

function toHistogram(amounts: readonly number[]) {
  return [...new Set(amounts)].map((amountCents) => ({
    amountCents,
    count: amounts.filter((other) => other === amountCents).length,
  }))
}

describe('rank tree', () => {
  test('answers as a sorted array does, whatever was added and removed', () => {
    const operation = fc.record({ remove: fc.boolean(), amountCents: amount })
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const tree = new RankTree([], DENSE_MAX_CENTS)
        const amounts: number[] = []
        for (const { remove, amountCents } of operations) {
          const known = amounts.indexOf(amountCents)
          if (!remove) {
            tree.add(amountCents)
            amounts.push(amountCents)
          } else if (known !== -1) {
            tree.remove(amountCents)
            amounts.splice(known, 1)
          }
        }
        expectSameAnswers(tree, new NaiveRanks(amounts))
      }),
    )
  })

  test('built from a histogram it is the tree that grew one by one', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 80 }), (amounts) => {
        const tree = new RankTree(toHistogram(amounts), DENSE_MAX_CENTS)
        expectSameAnswers(tree, new NaiveRanks(amounts))
      }),
    )
  })

  test('amounts around the end of the dense part rank together', () => {
    const tree = new RankTree([
      { amountCents: 2 ** 20 - 1, count: 2 },
      { amountCents: 2 ** 20, count: 3 },
      { amountCents: 99_999_999, count: 1 },
    ])
    expect(tree.countAbove(2 ** 20 - 2)).toBe(6)
    expect(tree.countAbove(2 ** 20 - 1)).toBe(4)
    expect(tree.countAbove(2 ** 20)).toBe(1)
    expect(tree.smallestAtLeast(2 ** 20 - 1)).toBe(2 ** 20 - 1)
    expect(tree.smallestAtLeast(2 ** 20 + 1)).toBe(99_999_999)
    expect(tree.smallestAtLeast(100_000_000)).toBeUndefined()
  })

  test.each([500, 2_000_000])('refuses to remove %i cents that nobody gave', (amountCents) => {
    const tree = new RankTree([{ amountCents: amountCents + 1, count: 1 }])
    expect(() => tree.remove(amountCents)).toThrow(RangeError)
    expect(tree.size).toBe(1)
  })

  test.each([0, -1, 1.5, Number.NaN])('refuses the amount %d', (amountCents) => {
    expect(() => new RankTree().add(amountCents)).toThrow(RangeError)
  })
})
