import { expect, test } from 'vitest'
import { describeName, describeValue, listChanged } from './audit-words.ts'

test('a name of the code is said in words, without its unit', () => {
  expect(describeName('amountCents')).toBe('amount')
  expect(describeName('displayName')).toBe('display name')
})

test('a name that says nothing by itself has words of its own', () => {
  expect(['mode', 'revision', 'by', 'leftCents'].map(describeName)).toEqual([
    'screening',
    'version',
    'joined by',
    'remaining',
  ])
})

test('a value that stayed the same is not listed', () => {
  const before = { mode: 'off', words: [], messages: true }
  const after = { mode: 'hold', words: [], messages: true, revision: 2 }
  expect(listChanged(before, after)).toEqual(['mode', 'revision'])
  expect(listChanged(null, { role: 'owner' })).toEqual(['role'])
})

test.each([
  ['leftCents', 5_450, '$54.50'],
  ['amountsCents', [500, 1_000], '$5.00, $10.00'],
  ['amountsCents', [], 'none'],
  ['note', null, 'none'],
  ['note', undefined, undefined],
  ['hidden', true, 'yes'],
  ['hidden', false, 'no'],
  ['revision', 2, '2'],
  ['reason', '<b>They asked.</b>', '<b>They asked.</b>'],
  ['amounts', { minCents: 100, maxCents: null }, 'min: $1.00'],
  ['links', { terms: null, privacy: 'https://a.example' }, 'privacy: https://a.example'],
  ['links', { terms: null }, 'none'],
  ['milestones', [{ name: 'A', cents: 1 }, { name: 'B' }], 'name: A, cents: 1; name: B'],
])('the value of %s, %j, is %j', (name, value, words) => {
  expect(describeValue(name, value)).toBe(words)
})

test('an instant is told as it is asked for, also within an object', () => {
  const deadline = '2030-12-24T18:00:00.000Z'
  const tell = (instant: string) => instant.slice(0, 4)
  expect(describeValue('deadline', deadline, tell)).toBe('2030')
  expect(describeValue('round', { deadline }, tell)).toBe('deadline: 2030')
  expect(listChanged({ deadline }, { deadline: '2030-12-24T18:00:30.000Z' })).toEqual(['deadline'])
})
