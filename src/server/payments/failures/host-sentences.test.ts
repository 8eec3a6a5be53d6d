import { expect, test } from 'vitest'
import { z } from 'zod'
import { denied, misread, otherCurrency, refused, timedOut, unavailable } from './failures.ts'
import { findOtherCurrency, isWaitedFor, tellHost } from './host-sentences.ts'

const CAUSE = new Error('Stripe answered 400, no code: No such charge.')
const unreadable = z
  .object({ amount: z.object({ value: z.int() }) })
  .safeParse({ amount: {} }).error

test.each([
  [denied('Stripe', 'key', CAUSE), 'Stripe does not take our key (401).'],
  [denied('PayPal', 'permission', CAUSE), 'PayPal does not let our key do this (403).'],
  [unavailable('Stripe', CAUSE), 'Stripe cannot be reached right now.'],
  [timedOut('PayPal', CAUSE), 'PayPal took too long to answer.'],
])('the host is told what is waited for: %s', (error, sentence) => {
  expect(tellHost(error)).toBe(sentence)
  expect(isWaitedFor(sentence)).toBe(true)
})

test.each([
  [refused('Stripe', CAUSE), `Stripe refused what was asked: ${CAUSE.message}`],
  [misread('PayPal', unreadable), "PayPal's answer cannot be read: amount.value."],
  [
    misread('PayPal', new Error('no', { cause: unreadable })),
    "PayPal's answer cannot be read: amount.value.",
  ],
  [misread('Stripe', new TypeError('No x.')), "Stripe's answer cannot be read: No x."],
  [new Error('A mistake of ours.'), 'A mistake of ours.'],
  ['text', 'The reason is not known.'],
])('the host is told what no waiting mends, without a word for donors: %s', (error, sentence) => {
  expect(tellHost(error)).toBe(sentence)
  expect(isWaitedFor(sentence)).toBe(false)
})

test('money in another currency is known by its sentence', () => {
  const sentence = tellHost(otherCurrency('PayPal', 'PP-D-1', 'eur'))
  expect(findOtherCurrency(sentence)).toEqual({ currency: 'EUR', objectId: 'PP-D-1' })
  expect(isWaitedFor(sentence)).toBe(false)
  expect(findOtherCurrency('Stripe cannot be reached right now.')).toBeUndefined()
})
