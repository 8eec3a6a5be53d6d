import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CrownFold } from './crown-fold.ts'
import { DonorFolding } from './fold-donors.ts'
import { compareTimes, type Gift } from './gift.ts'

const END = 100

const ledger = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 9 }),
      // Each amount is a power of two, so that a sum says of which donations it is.
      userId: fc.constantFrom('ada', 'bo', 'cy'),
      name: fc.constantFrom('Ada', 'Bo', null),
    }),
    { maxLength: 12 },
  )
  .map((gifts) =>
    gifts
      .map((gift, index): Gift => ({ ...gift, sequence: index + 1, amountCents: 2 ** index }))
      .toSorted(compareTimes),
  )

function foldAll(gifts: readonly Gift[]) {
  const fold = new CrownFold({ ranks: 'donor', milestonesCents: new Set(), beforeCents: 0 })
  const named = new Set(gifts.filter(({ name }) => name !== null).map(({ userId }) => userId))
  const folding = new DonorFolding(fold, named)
  for (const gift of gifts) folding.add(gift)
  folding.finish(END)
  return { fold, named }
}

const ownerOf = (gifts: readonly Gift[], sequence: number) =>
  gifts.find((gift) => gift.sequence === sequence)?.userId ?? ''

test('each donor has the sum of the board at the end', () => {
  fc.assert(
    fc.property(ledger, (gifts) => {
      const { steps } = foldAll(gifts).fold.lists
      const last = new Map(steps.map((one) => [ownerOf(gifts, one.sequence), one.amountCents]))
      const sums = new Map<string, number>()
      for (const { userId, amountCents } of gifts) {
        sums.set(userId, (sums.get(userId) ?? 0) + amountCents)
      }
      expect(last).toEqual(sums)
    }),
  )
})

test('an anonymous donation of a donor who shows a name has no step at its time', () => {
  fc.assert(
    fc.property(ledger, (gifts) => {
      const { fold, named } = foldAll(gifts)
      const byDonor = Map.groupBy(fold.lists.steps, ({ sequence }) => ownerOf(gifts, sequence))
      for (const userId of named) {
        const own = gifts.filter((gift) => gift.userId === userId)
        const showing = own.filter(({ name }) => name !== null)
        const trailing = own.at(-1)?.name === null ? 1 : 0
        const times = [...showing.map(({ at }) => at), ...Array<number>(trailing).fill(END)]
        expect(byDonor.get(userId)?.map(({ at }) => at)).toEqual(times)
      }
    }),
  )
})
