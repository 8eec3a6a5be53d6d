import { expect, test } from 'vitest'
import { readAmount } from './amount.ts'

const LIMITS = { minCents: 100, maxCents: 1_000_000, defaultCents: 500 }

test.each([
  ['1', 100],
  ['5.5', 550],
  [' 5.00 ', 500],
  ['5.', 500],
  ['10000', 1_000_000],
])('%j is %i cents', (text, amountCents) => {
  expect(readAmount(text, LIMITS)).toEqual({ text, amountCents })
})

test.each([
  ['', 'Please enter an amount, such as 5.00.', false],
  ['7.555', 'Please use at most two decimals, such as 5.25.', true],
  ['1e3', 'Please write the amount out, such as 1000.00.', true],
  ['-5', 'The amount cannot be negative.', true],
  ['NaN', 'Please use digits and a point alone, such as 5.00.', true],
  ['0.99', 'The smallest donation is $1.00.', false],
  ['.5', 'The smallest donation is $1.00.', false],
  ['99999999999999999999', 'The largest donation is $10,000.00.', true],
  ['5,5', 'Please use digits and a point alone, such as 5.00.', true],
  ['10000.01', 'The largest donation is $10,000.00.', true],
])('%j cannot be paid: %s', (text, problem, isFinal) => {
  expect(readAmount(text, LIMITS)).toEqual({ text, problem, isFinal })
})
