import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRank } from '#server/features/ledger/ledger.ts'
import { CrownFold } from './crown-fold.ts'
import { compareTimes } from './gift.ts'

const gift = fc.record({
  at: fc.integer({ min: 1, max: 9 }),
  amountCents: fc.constantFrom(100, 200, 300),
  userId: fc.constantFrom('ada', 'bo', 'cy', 'di'),
})

test.each(['donation', 'donor'] as const)(
  'the places of the steps lead to the board, in whatever order each %s was recorded',
  (ranks) => {
    fc.assert(
      fc.property(fc.array(gift, { maxLength: 20 }), (drawn) => {
        const gifts = drawn.map((one, index) => ({ ...one, sequence: index + 1, name: one.userId }))
        const rowOf = (sequence: number) =>
          ranks === 'donor' ? gifts[sequence - 1]?.userId : String(sequence)
        const fold = new CrownFold({ ranks, milestonesCents: new Set(), beforeCents: 0 })
        for (const one of gifts.toSorted(compareTimes)) fold.add(one)
        let rows: (string | undefined)[] = []
        for (const { sequence, place } of fold.lists.steps) {
          const row = rowOf(sequence)
          rows = rows.filter((other) => other !== row).toSpliced(place - 1, 0, row)
        }
        const board = [...Map.groupBy(gifts, ({ sequence }) => rowOf(sequence))].map(
          ([row, own]) => ({
            row,
            amountCents: own.reduce((sum, { amountCents }) => sum + amountCents, 0),
            sequence: Math.max(...own.map(({ sequence }) => sequence)),
          }),
        )
        expect(rows).toEqual(board.toSorted(compareRank).map(({ row }) => row))
      }),
    )
  },
)
