import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_DONATION_CENTS, formatDecimal, parseDecimal } from './money.ts'

test('parsing what was formatted gives the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_DONATION_CENTS }), (cents) => {
      expect(parseDecimal(formatDecimal(cents))).toBe(cents)
    }),
  )
})

test.each([
  ['5', 500],
  ['5.0', 500],
  ['5.00', 500],
  ['0.01', 1],
  ['1.10', 110],
  ['999999.99', 99_999_999],
])('%s is %i cents', (text, cents) => {
  expect(parseDecimal(text)).toBe(cents)
})

test.each([
  '',
  ' 5',
  '5 ',
  '-1',
  '-0',
  '+5',
  '1e9',
  '0x10',
  'NaN',
  '1,50',
  '0.001',
  '.5',
  '5.',
  '٥',
])('"%s" is no amount', (text) => {
  expect(parseDecimal(text)).toBeUndefined()
})
