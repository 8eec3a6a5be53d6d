import { expect, test } from 'vitest'
import { findClimbs, findDelayMs } from './climbs.ts'

test('a newcomer starts below the six that it is seen to pass', () => {
  expect(findClimbs([4], 30)).toEqual([{ from: 10, to: 4 }])
})

test('on a short board it starts below the last', () => {
  expect(findClimbs([1], 2)).toEqual([{ from: 5, to: 1 }])
})

test('more newcomers at once than one can follow do not climb', () => {
  expect(findClimbs([4, 8, 9], 30)).toEqual([])
})

test('lower rows give way earlier; rows that are not passed do not wait', () => {
  const climbs = findClimbs([4], 30)
  const delays = [5, 6, 8, 10, 11].map((rank) => findDelayMs(rank, climbs, 800))
  expect(delays).toEqual([...delays].toSorted((a, b) => b - a))
  expect(delays.at(-1)).toBe(0)
  expect(delays[0]).toBeLessThan(400)
})

test('nobody above a newcomer waits', () => {
  expect(findDelayMs(3, findClimbs([4], 30), 800)).toBe(0)
})
