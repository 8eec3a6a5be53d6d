import { beforeEach, expect, test } from 'vitest'
import { takeDocumentData } from './document-data.ts'

beforeEach(() => document.body.replaceChildren())

test('data is taken out of the document, once', () => {
  const board = { name: '</script><b>' }
  const json = JSON.stringify(board).replaceAll('<', String.raw`\u003c`)
  document.body.innerHTML = `<script type="application/json" id="first-board">${json}</script>`
  expect(takeDocumentData('first-board')).toEqual(board)
  expect(takeDocumentData('first-board')).toBeUndefined()
})

test('a document without such an element has none', () => {
  expect(takeDocumentData('first-board')).toBeUndefined()
})
