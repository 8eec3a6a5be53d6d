import { expect, test } from 'vitest'
import { withPoint } from './decimal-comma.ts'

test.each([
  [',', '.'],
  ['5,50', '5.50'],
  [' 5,5 ', '5.5'],
  [',5', '.5'],
  ['1,000', '1000'],
  ['1,234,567.5', '1234567.5'],
  ['1.000,50', ''],
  ['1,2,3', ''],
  ['5,5 $', ''],
])('%j is read as %j', (typed, plain) => {
  expect(withPoint(typed)).toBe(plain)
})
