import { expect, test } from 'vitest'
import { lineOf } from './course-lines.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 11, 1, 20, minutes)).toISOString()

const recap = {
  startsAt: at(0),
  endsAt: at(10),
  course: [
    { at: at(1), cents: [500] },
    { at: at(5), cents: [1_000, 500] },
  ],
}

test('a line goes in steps from the first amount to the end of the time', () => {
  expect(lineOf(recap, 1)).toEqual([
    { x: 0.1, y: 0.5 },
    { x: 0.5, y: 0.5 },
    { x: 0.5, y: 1 },
    { x: 1, y: 1 },
  ])
})

test('a place that nobody had for a while begins late, and one that nobody had is missing', () => {
  expect(lineOf(recap, 2)).toEqual([
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0.5 },
  ])
  expect(lineOf(recap, 3)).toEqual([])
})
