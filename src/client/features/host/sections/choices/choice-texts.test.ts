import { expect, test } from 'vitest'
import { describeFixed, previewChoice, readOptions } from './choice-texts.ts'

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

test('the form says why question and options stay, and until when', () => {
  expect(describeFixed({}, 'UTC')).toBe('Somebody has voted')
  expect(describeFixed({ payable: { until: null } }, 'UTC')).toBe('Somebody is paying for a vote')
  const until = '2026-12-01T19:14:01.000Z'
  expect(describeFixed({ payable: { until } }, 'Europe/Berlin')).toMatch(
    /^Somebody is paying for a vote, until Dec 1.* 8:15\sPM at the latest$/,
  )
})
