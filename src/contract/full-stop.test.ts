import { expect, test } from 'vitest'
import { stopAfter } from './full-stop.ts'

test.each([
  ['Mira', '.'],
  ['Mira IV.', ''],
  ['A poster!', ''],
  ['A poster, signed …', ''],
])('a sentence that ends with "%s" has one full stop', (text, stop) => {
  expect(stopAfter(text)).toBe(stop)
})
