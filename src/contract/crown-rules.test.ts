import { expect, test } from 'vitest'
import { titleOf } from './crown-rules.ts'

test('without a round, the first donation is the first of all', () => {
  expect(titleOf('first', true)).toBe('First of the round')
  expect(titleOf('first', false)).toBe('First of all')
})
