import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BoardChange } from '#server/features/ledger/ledger.ts'
import { NewestEquals } from './newest-equals.ts'

interface Change {
  version: number
  sequence?: number
  from?: number
  to?: number
}

/** Builds a change of a donation, which is new unless its sequence differs from the version. */
function change({ version, sequence = version, from, to }: Change): BoardChange {
  const id = `d${sequence}`
  const row = { id, name: 'Ada', message: null, amountCents: to ?? 0, timestamp: 0, sequence }
  return {
    version,
    id,
    sequence,
    timestamp: 0,
    times: { captured: 0, begun: 0, named: 0 },
    previousAmountCents: from ?? null,
    row: to === undefined ? null : row,
    retracts: false,
  }
}

function after(...changes: Change[]): NewestEquals {
  const equals = new NewestEquals()
  for (const one of changes) equals.apply(change(one))
  return equals
}

const isNewest = (equals: NewestEquals, sequence: number, amountCents = 500) =>
  equals.has({ sequence, amountCents })

describe('the newest of equal donations', () => {
  test('is the one that arrived last', () => {
    const equals = after({ version: 7, to: 500 }, { version: 8, to: 500 })
    expect(isNewest(equals, 8)).toBe(true)
    expect(isNewest(equals, 7)).toBe(false)
  })

  test('is unknown for donations of before', () => {
    expect(isNewest(after({ version: 7, to: 500 }), 3)).toBe(false)
  })

  test('is unknown again once it has left, or has another amount', () => {
    expect(
      isNewest(after({ version: 7, to: 500 }, { version: 8, sequence: 7, from: 500 }), 7),
    ).toBe(false)
    const less = after({ version: 7, to: 500 }, { version: 8, sequence: 7, from: 500, to: 300 })
    expect(isNewest(less, 7)).toBe(false)
    expect(isNewest(less, 7, 300)).toBe(false)
  })

  test('is not one that came back, which may have later equals', () => {
    expect(isNewest(after({ version: 9, sequence: 2, to: 500 }), 2)).toBe(false)
  })

  test('is a later one that came back, after an earlier one that was known', () => {
    const equals = after({ version: 7, to: 500 }, { version: 9, sequence: 8, to: 500 })
    expect(isNewest(equals, 7)).toBe(false)
  })

  test('is right after any changes', () => {
    const step = fc.record({ pick: fc.nat(), amount: fc.constantFrom(undefined, 300, 500) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat({ max: 10 }), (steps, unseen) => {
        const equals = new NewestEquals()
        const board = new Map<number, number | undefined>()
        steps.forEach(({ pick, amount }, index) => {
          const version = index + 1
          // Every other step changes a donation that is there already.
          const sequence = pick % 2 === 0 || board.size === 0 ? version : 1 + (pick % board.size)
          const from = board.get(sequence)
          board.set(sequence, amount)
          const one: Change = { version, sequence }
          if (from !== undefined) one.from = from
          if (amount !== undefined) one.to = amount
          // The first changes happened before the server started.
          if (index >= unseen) equals.apply(change(one))
        })
        for (const [sequence, amountCents] of board) {
          if (amountCents === undefined || !equals.has({ sequence, amountCents })) continue
          const later = [...board].filter(
            ([other, cents]) => other > sequence && cents === amountCents,
          )
          expect(later).toEqual([])
        }
      }),
    )
  })
})
