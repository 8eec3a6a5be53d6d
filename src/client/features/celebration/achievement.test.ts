import { expect, test } from 'vitest'
import { achievementOf, describeAchievement, describeSumPlace } from './achievement.ts'

const LIMITS = { minCents: 100, maxCents: 1_000_000 }

test('each place of the podium, the top ten, and all others are achievements of their own', () => {
  const achievements = [1, 2, 3, 4, 10, 11, 100_000].map(achievementOf)
  expect(achievements).toEqual([
    'first',
    'second',
    'third',
    'top-ten',
    'top-ten',
    'joined',
    'joined',
  ])
})

test('a donation that the board does not show has joined, and nothing is said of its place', () => {
  expect(achievementOf(null)).toBe('joined')
  expect(describeAchievement(null, { passedCount: 3 })).toBeUndefined()
})

const PLACES = [331, 7, 3, 2, 1]

test('what is said counts those that the payment passed', () => {
  expect(PLACES.map((place) => describeAchievement(place, { passedCount: 1406 }))).toEqual([
    'You passed 1,406 donations and stand at #331.',
    'You passed 1,406 donations and entered the top ten at #7.',
    'You passed 1,406 donations and took #3. The third sun is yours.',
    'You passed 1,406 donations and took #2. Only one sun is brighter.',
    'You passed 1,406 donations and took #1. The galaxy turns around you.',
  ])
  expect(describeAchievement(2, { passedCount: 1 })).toMatch(/^You passed one donation and took #2/)
})

test.each([
  ['nobody', { passedCount: 0 }],
  ['an unknown number', {}],
])('of a payment that passed %s only the place is said', (_whom, comparison) => {
  expect(PLACES.slice(0, -1).map((place) => describeAchievement(place, comparison))).toEqual([
    'You stand at #331.',
    'You are in the top ten, at #7.',
    'You took #3. The third sun is yours.',
    'You took #2. Only one sun is brighter.',
  ])
})

test('the first donation on an empty board is told that it is', () => {
  expect(describeAchievement(1, { passedCount: 0 })).toBe(
    'You took #1, the first of all. The galaxy turns around you.',
  )
  expect(describeAchievement(1, {})).toBe('You took #1. The galaxy turns around you.')
})

test('a donor whose best rises is told from where, as it would be without the payment', () => {
  expect(describeAchievement(12, { passedCount: 400, ownBest: 41 })).toBe(
    'You climbed 28 places, from #40 to #12.',
  )
  expect(describeAchievement(2, { ownBest: 4 })).toBe(
    'You climbed a place, from #3 to #2. Only one sun is brighter.',
  )
})

test('nobody is told to have passed themselves', () => {
  expect(describeAchievement(1, { ownBest: 2 })).toBe(
    'You raised your own #1. The galaxy turns around you.',
  )
})

test('a donation below the own best takes nothing from it', () => {
  expect(describeAchievement(331, { passedCount: 75, ownBest: 12 })).toBe(
    'This one passed 75 donations and stands at #331. Your best stays #12.',
  )
  expect(describeAchievement(2, { passedCount: 0, ownBest: 1 })).toBe(
    'This one stands at #2. Your best stays #1.',
  )
})

test.each([
  [1, 'With $90 in all you are #1 of all donors. The galaxy turns around you.'],
  [3, 'With $90 in all you are #3 of all donors; $5.01 more passes Mira. The third sun is yours.'],
  [8, 'With $90 in all you are #8 of all donors; $5.01 more passes Mira.'],
])('where donors rank, the sum’s place is told: #%i', (position, sentence) => {
  const above = position === 1 ? null : { name: 'Mira', amountCents: 9_500 }
  const sum = { id: 'row', board: 'donors-all-time', position, amountCents: 9_000, above } as const
  expect(describeSumPlace(sum, LIMITS)).toBe(sentence)
})

test('a name that ends in a full stop gets no second one', () => {
  const above = { name: 'Mirabella IV.', amountCents: 9_500 }
  const sum = { id: 'row', board: 'donors-all-time', position: 8, amountCents: 9_000 } as const
  expect(describeSumPlace({ ...sum, above }, LIMITS)).toMatch(/passes Mirabella IV\.$/)
})

test.each([
  [
    'less than the least donation',
    9_000,
    'With $90 in all you are #8 of all donors; $1.00 more passes Mira.',
  ],
  ['more than the largest one', 90_000, 'With $90 in all you are #8 of all donors.'],
])('what passes another is told at an amount that may be paid: %s', (_, amountCents, sentence) => {
  const above = { name: 'Mira', amountCents }
  const sum = { id: 'row', board: 'donors-all-time', position: 8, amountCents: 9_000 } as const
  expect(describeSumPlace({ ...sum, above }, { minCents: 100, maxCents: 10_000 })).toBe(sentence)
})
