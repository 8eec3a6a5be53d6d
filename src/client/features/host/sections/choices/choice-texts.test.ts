import { expect, test } from 'vitest'
import { previewChoice, readOptions } from './choice-texts.ts'

test('options are lines, and empty ones are none', () => {
  expect(readOptions(' Nautilus \n\nArgo\n')).toEqual(['Nautilus', 'Argo'])
})

test('a draft is previewed as an open choice once it has a question and an option', () => {
  const texts = { question: 'Which name?', options: 'Nautilus', opensAt: '', closesAt: '' }
  expect(previewChoice({ ...texts, question: ' ' })).toBeUndefined()
  expect(previewChoice({ ...texts, options: '\n' })).toBeUndefined()
  const draft = previewChoice(texts)
  expect(draft).toMatchObject({ question: 'Which name?', options: [{ label: 'Nautilus' }] })
  expect(Date.parse(draft?.closesAt ?? '')).toBeGreaterThan(Date.now())
})
