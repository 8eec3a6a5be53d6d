import { expect, test } from 'vitest'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { serializeOnce } from '#server/http/written-once.ts'
import { TopPages } from './top-pages.ts'

/** A board that counts how often a page was made. */
function openBoard() {
  const board = {
    version: 1,
    made: 0,
    isBusy: false,
    top: (): LeaderboardPage | undefined => {
      if (board.isBusy) return undefined
      board.made += 1
      const { version } = board
      return { version, total: { count: 0, amountCents: 0 }, entries: [], next: null }
    },
  }
  return board
}

test('a first page is made once for each version and length', () => {
  const board = openBoard()
  const pages = new TopPages(board)
  expect(pages.find(100)).toBe(pages.find(100))
  expect(pages.find(10)).toMatchObject({ version: 1 })
  expect(board.made).toBe(2)
  board.version = 2
  expect(pages.find(100)).toMatchObject({ version: 2 })
  expect(board.made).toBe(3)
})

test('no page is kept while mass changes are being read', () => {
  const board = openBoard()
  const pages = new TopPages(board)
  board.isBusy = true
  expect(pages.find(100)).toBeUndefined()
  board.isBusy = false
  expect(pages.find(100)).toBeDefined()
})

test('only a few lengths are kept, however many are asked for', () => {
  const board = openBoard()
  const pages = new TopPages(board)
  for (let limit = 1; limit <= 20; limit += 1) pages.find(limit)
  for (let limit = 1; limit <= 20; limit += 1) pages.find(limit)
  expect(board.made).toBe(32)
})

test('a page is written as JSON once', () => {
  const pages = new TopPages(openBoard())
  const page = pages.find(100)
  if (page === undefined) throw new Error('There is no page.')
  const text = serializeOnce(page)
  expect(JSON.parse(text.toString())).toEqual(page)
  page.entries.push({ id: 'later', name: 'Ada', amountCents: 1, timestamp: '', position: 1 })
  expect(serializeOnce(page)).toBe(text)
})
