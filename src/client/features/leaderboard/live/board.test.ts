import { expect, test } from 'vitest'
import { buildEntries, buildEntry, buildPage, timestampOf } from './board-builders.ts'
import { Board } from './board.ts'

function idsOf(board: Board): string[] {
  return board.copyRows().map(({ id }) => id)
}

test('a new donation takes the place its amount earns', () => {
  const board = new Board(buildPage())
  board.put(buildEntry({ id: 'new', amountCents: 2500 }))
  expect(idsOf(board)).toEqual(['d1', 'd2', 'new', 'd3', 'd4'])
  expect(board.findPosition('new')).toBe(3)
})

test('of equal amounts the earlier one stands higher', () => {
  const board = new Board(buildPage({ entries: [] }))
  board.put(buildEntry({ id: 'late', timestamp: timestampOf(9) }))
  board.put(buildEntry({ id: 'early', timestamp: timestampOf(1) }))
  expect(idsOf(board)).toEqual(['early', 'late'])
})

test('of equal amounts and times the one received first stands higher', () => {
  const board = new Board(buildPage({ entries: [] }))
  for (const id of ['a', 'b', 'c']) board.put(buildEntry({ id }))
  expect(idsOf(board)).toEqual(['a', 'b', 'c'])
})

test('a new name changes a row without moving it among its equals', () => {
  const board = new Board(buildPage({ entries: [] }))
  for (const id of ['a', 'b', 'c']) board.put(buildEntry({ id }))
  board.put(buildEntry({ id: 'a', name: 'Ada' }))
  expect(idsOf(board)).toEqual(['a', 'b', 'c'])
  expect(board.copyRows()[0]?.name).toBe('Ada')
})

test('a message stays with its row until it is taken back', () => {
  const board = new Board(buildPage({ entries: [buildEntry({ id: 'a', message: 'Hi' })] }))
  expect(board.copyRows()[0]?.message).toBe('Hi')
  expect(board.startsWith([buildEntry({ id: 'a' })])).toBe(false)
  board.put(buildEntry({ id: 'a' }))
  expect(board.copyRows()[0]).not.toHaveProperty('message')
  expect(board.startsWith([buildEntry({ id: 'a' })])).toBe(true)
})

test('a refund in part moves the row down', () => {
  const board = new Board(buildPage())
  board.put(buildEntry({ id: 'd1', amountCents: 1500 }))
  expect(idsOf(board)).toEqual(['d2', 'd3', 'd1', 'd4'])
})

test('a row behind the cut is left to the page that brings it', () => {
  const board = new Board(buildPage({ next: 'cursor' }))
  board.put(buildEntry({ id: 'low', amountCents: 900 }))
  expect(board.has('low')).toBe(false)
})

test('a loaded row that falls behind the cut leaves', () => {
  const board = new Board(buildPage({ next: 'cursor' }))
  board.put(buildEntry({ id: 'd1', amountCents: 100 }))
  expect(idsOf(board)).toEqual(['d2', 'd3', 'd4'])
})

test('the cut stays where the cursor is when the last row goes', () => {
  const board = new Board(buildPage({ next: 'cursor' }))
  board.remove('d4')
  board.put(buildEntry({ id: 'new', amountCents: 1200 }))
  expect(idsOf(board)).toEqual(['d1', 'd2', 'd3', 'new'])
})

test('a row that a further page brings again is listed once, in its new place', () => {
  const board = new Board(buildPage({ next: 'cursor' }))
  board.append({
    entries: [
      buildEntry({ id: 'd1', amountCents: 800 }),
      buildEntry({ id: 'd5', amountCents: 700 }),
    ],
    next: null,
  })
  expect(idsOf(board)).toEqual(['d2', 'd3', 'd4', 'd1', 'd5'])
})

test('after the last page rows of any amount are accepted', () => {
  const board = new Board(buildPage({ next: 'cursor' }))
  board.append({ entries: [], next: null })
  board.put(buildEntry({ id: 'low', amountCents: 100 }))
  expect(idsOf(board).at(-1)).toBe('low')
})

test('it starts with entries only if every one is the same', () => {
  const board = new Board(buildPage())
  expect(board.startsWith(buildEntries(5000, 3000))).toBe(true)
  expect(board.startsWith(buildEntries(5000, 3001))).toBe(false)
  expect(board.startsWith([buildEntry({ id: 'd1', name: 'Other', amountCents: 5000 })])).toBe(false)
})
