import { beforeEach, expect, test } from 'vitest'
import { buildEntries } from './board-builders.ts'
import { findRememberedBoard, rememberBoard } from './remembered-board.ts'
import type { BoardView } from './leaderboard-view.ts'

beforeEach(() => localStorage.clear())

const view: BoardView = {
  rows: buildEntries(...Array.from({ length: 130 }, (_, index) => 90_000 - index)),
  total: { count: 130, amountCents: 1 },
  version: 7,
  asOf: 1_700_000_000_000,
  more: 'none',
  arrivals: [],
  firstPositions: new Map(),
}

test('the top hundred come back with their total and time', () => {
  rememberBoard(view)
  const found = findRememberedBoard()
  expect(found).toMatchObject({ total: view.total, asOf: view.asOf })
  expect(found?.rows).toEqual(view.rows.slice(0, 100))
})

test('a browser that never saw the board remembers none', () => {
  expect(findRememberedBoard()).toBeUndefined()
})

const FOREIGN_MESSAGE = JSON.stringify({
  ...view,
  rows: [{ ...view.rows[0], message: { html: '<b>' } }],
})

test.each([
  '{',
  '[]',
  '{"rows":[{}],"total":{"count":1,"amountCents":1},"asOf":1}',
  FOREIGN_MESSAGE,
])('a stored value that cannot be read is ignored: %s', (text) => {
  localStorage.setItem('leaderboard:1', text)
  expect(findRememberedBoard()).toBeUndefined()
})
