import { expect, test } from 'vitest'
import { achievementOf, describeAchievement } from './achievement.ts'

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
  expect(describeAchievement(null)).toBeUndefined()
})

test('what is said names the place', () => {
  expect([15, 7, 3, 2, 1].map(describeAchievement)).toEqual([
    'You stand at #15',
    'You are in the top ten: #7',
    'You took #3. The third sun is yours.',
    'You took #2. Only one sun is brighter.',
    'You took #1. The galaxy turns around you.',
  ])
})
