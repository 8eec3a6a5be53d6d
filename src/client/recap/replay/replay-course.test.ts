import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReplayStep } from '#contract/crowns.ts'
import { ReplayCourse } from './replay-course.ts'

function build(second: number, id: string, amountCents: number, place = 1): ReplayStep {
  const at = new Date(second * 1_000).toISOString()
  return {
    at,
    id,
    name: id,
    amountCents,
    place,
    total: { count: second, amountCents: second * 100 },
  }
}

test('rows come and rise to the places that the server says', () => {
  const course = new ReplayCourse([build(1, 'a', 500), build(2, 'b', 500, 2), build(3, 'b', 700)])
  const idsAt = (ms: number) => course.at(ms).rows.map(({ id }) => id)
  expect([999, 1_000, 2_000, 3_000].map(idsAt)).toEqual([[], ['a'], ['a', 'b'], ['b', 'a']])
  expect(course.at(3_000)).toBe(course.at(9_000))
})

test('a moment has one board, wherever the scrubber comes from', () => {
  const steps = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 14 }).map(String), fc.integer({ min: 1, max: 9 })))
    .map((rises) => {
      const sums = new Map<string, number>()
      return rises.map(([id, by], index) => {
        const amountCents = (sums.get(id) ?? 0) + by
        sums.delete(id)
        const place = 1 + [...sums.values()].filter((cents) => cents >= amountCents).length
        sums.set(id, amountCents)
        return build(index + 1, id, amountCents, place)
      })
    })
  fc.assert(
    fc.property(steps, fc.array(fc.nat({ max: 30_000 })), (all, times) => {
      const course = new ReplayCourse(all)
      for (const time of times) {
        const board = new ReplayCourse(all).at(time)
        expect(course.at(time)).toEqual(board)
        const cents = board.rows.map(({ amountCents }) => amountCents)
        expect(cents).toEqual(cents.toSorted((a, b) => b - a))
      }
    }),
  )
})
