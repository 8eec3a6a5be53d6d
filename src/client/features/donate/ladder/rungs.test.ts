import { expect, test } from 'vitest'
import type { RankTarget } from '#contract/leaderboard.ts'
import { chooseRungs, describePlace, ladderPositions, limitRungs } from './rungs.ts'

test.each([
  [1, []],
  [2, [1]],
  [3, [1, 2]],
  [5, [1, 3, 4, 2]],
  [15, [1, 3, 10, 14]],
  [418, [1, 3, 10, 25, 100, 318, 417]],
  [70_000, [1, 3, 10, 25, 100, 1_000, 10_000, 69_900, 69_999]],
])('above #%i the prices of %j are asked for', (place, positions) => {
  expect(ladderPositions(place)).toEqual(positions)
})

/** A board whose prices are what its positions cost. */
function priced(prices: Record<number, number>): RankTarget[] {
  return Object.entries(prices).map(([position, dollars]) => ({
    position: Number(position),
    amountCents: Math.round(dollars * 100),
  }))
}

const places = (rungs: RankTarget[]) => rungs.map(({ position }) => position)

test('a short ladder has every rung, the first sun above', () => {
  const targets = priced({ 14: 6.41, 10: 12.01, 3: 50.01, 1: 250.01 })
  expect(places(chooseRungs(targets, 15))).toEqual([1, 3, 10, 14])
})

test('on a long board there are steps between the next place and the first', () => {
  const targets = priced({ 417: 5.02, 318: 9, 100: 31, 25: 120, 10: 366, 3: 700, 1: 1_000 })
  expect(places(chooseRungs(targets, 418))).toEqual([1, 25, 100, 417])
})

test('a hundred places up are a rung where they are a step', () => {
  const targets = priced({ 417: 5.02, 318: 40, 100: 45, 25: 300, 10: 366, 3: 400, 1: 420 })
  expect(places(chooseRungs(targets, 418))).toEqual([1, 25, 318, 417])
})

test.each([
  [4, [1, 3, 10, 14]],
  [3, [1, 10, 14]],
  [2, [1, 14]],
  [1, [14]],
  [0, []],
  [-1, []],
])('with room for %i rungs the next place stays the longest, then the first', (most, left) => {
  const rungs = priced({ 1: 250, 3: 200, 10: 12, 14: 6 }).toSorted(
    (a, b) => b.amountCents - a.amountCents,
  )
  expect(places(limitRungs(rungs, most))).toEqual(left)
})

test('nothing at or below the place is a rung', () => {
  expect(chooseRungs(priced({ 3: 50, 2: 60 }), 3)).toEqual(priced({ 2: 60 }))
  expect(chooseRungs(priced({ 10: 5, 3: 50, 1: 60 }), 1)).toEqual([])
})

test.each([
  [1, 15, 'first sun'],
  [2, 3, 'second sun'],
  [3, 15, 'third sun'],
  [10, 15, 'the top ten'],
  [25, 418, 'the top 25'],
  [1_000, 70_000, 'the top 1,000'],
  [14, 15, 'one place up'],
  [12, 15, '3 places up'],
  [318, 418, '100 places up'],
])('#%i seen from #%i is called %s', (position, place, name) => {
  expect(describePlace(position, { place, isTaken: true }, [position])).toBe(name)
})

test('a rung that ties have put above its milestone has the name of that', () => {
  const rungs = [1, 8, 98, 9_999, 99_999]
  const foot = { place: 100_000, isTaken: true }
  expect(rungs.map((rung) => describePlace(rung, foot, rungs))).toEqual([
    'first sun',
    'the top ten',
    'the top 100',
    'the top 10,000',
    'one place up',
  ])
})

test('of two rungs within a milestone the lower one has its name', () => {
  const foot = { place: 150, isTaken: true }
  expect([100, 50].map((rung) => describePlace(rung, foot, [100, 50, 149]))).toEqual([
    'the top 100',
    '100 places up',
  ])
})

test('above an amount that reaches no place none is so many places up', () => {
  const foot = { place: 15, isTaken: false }
  const rungs = [1, 10, 12, 14]
  expect(rungs.map((rung) => describePlace(rung, foot, rungs))).toEqual([
    'first sun',
    'the top ten',
    'within reach',
    'within reach',
  ])
})

test('while another board is shown, the highest rung says of which the places are', () => {
  const foot = { place: 15, isTaken: true, elsewhere: 'all donations' }
  const rungs = [3, 14]
  expect(rungs.map((rung) => describePlace(rung, foot, rungs))).toEqual([
    'of all donations',
    'one place up',
  ])
})
