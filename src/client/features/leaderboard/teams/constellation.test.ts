import { expect, test } from 'vitest'
import { joinStars, placeStars } from './constellation.ts'

test('a star that comes moves none of those that are there', () => {
  const few = placeStars('lynxes', 5)
  expect(placeStars('lynxes', 40).slice(0, 5)).toEqual(few)
})

test('each team has a figure of its own, within its disc', () => {
  const stars = placeStars('orion', 120)
  expect(stars).not.toEqual(placeStars('lynxes', 120))
  for (const { x, y } of stars) expect(Math.hypot(x, y)).toBeLessThanOrEqual(1)
})

test('the lines join the first stars to one figure without a ring', () => {
  const lines = joinStars(placeStars('orion', 40))
  expect(lines).toHaveLength(12)
  const joined = new Set([0])
  for (const [from, to] of lines) {
    expect(joined.has(from)).toBe(true)
    expect(joined.has(to)).toBe(false)
    joined.add(to)
  }
})

test('one star has no line, and two have one', () => {
  expect(joinStars(placeStars('one', 1))).toEqual([])
  expect(joinStars(placeStars('two', 2))).toEqual([[0, 1]])
})
