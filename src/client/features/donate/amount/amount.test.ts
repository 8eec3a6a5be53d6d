import { expect, test } from 'vitest'
import { readAmount } from './amount.ts'

const LIMITS = { minCents: 100, maxCents: 1_000_000, defaultCents: 500 }

test.each([
  ['1', 100],
  ['5.5', 550],
  [' 5.00 ', 500],
  ['10000', 1_000_000],
])('%j is %i cents', (text, amountCents) => {
  expect(readAmount(text, LIMITS)).toEqual({ text, amountCents })
})

test.each([
  ['', 'Please enter an amount in dollars and cents, such as 5.00.'],
  ['5.001', 'Please enter an amount in dollars and cents, such as 5.00.'],
  ['-5', 'Please enter an amount in dollars and cents, such as 5.00.'],
  ['1e9', 'Please enter an amount in dollars and cents, such as 5.00.'],
  ['NaN', 'Please enter an amount in dollars and cents, such as 5.00.'],
  ['0.99', 'The smallest donation is $1.00.'],
  ['10000.01', 'The largest donation is $10,000.00.'],
])('%j cannot be paid: %s', (text, problem) => {
  expect(readAmount(text, LIMITS)).toEqual({ text, problem })
})
