import { beforeEach, expect, test } from 'vitest'
import { buildEntry, buildPage } from './board-builders.ts'
import { takeFirstBoard } from './first-board.ts'

beforeEach(() => document.body.replaceChildren())

test('the board is taken out of the document, once', () => {
  const board = buildPage({ entries: [buildEntry({ id: 'd1', name: '</script><b>' })] })
  const json = JSON.stringify(board).replaceAll('<', String.raw`\u003c`)
  document.body.innerHTML = `<script type="application/json" id="first-board">${json}</script>`
  expect(takeFirstBoard()).toEqual(board)
  expect(takeFirstBoard()).toBeUndefined()
})

test('a document without a board has none', () => {
  expect(takeFirstBoard()).toBeUndefined()
})
