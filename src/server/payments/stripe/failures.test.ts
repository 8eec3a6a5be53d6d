import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { MisreadError } from '#server/infra/misread-error.ts'
import { isPermissionDenied, ProviderDeniedError } from '../failures/failures.ts'
import { ask, toAppError } from './failures.ts'

const { errors } = Stripe
const LACKS =
  "The provided key 'rk_live_*****qs8Kgd' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_dispute_read' permission would allow this request to continue."

function fail(statusCode: number, message: string): Error {
  return errors.StripeError.generate({ statusCode, message, type: 'invalid_request_error' })
}

test('a key that Stripe does not take is denied as a whole', () => {
  const error = toAppError(fail(401, 'Invalid API Key provided: sk_live_*****qs8Kgd'))
  expect(error).toMatchObject({ code: 'unavailable', denial: 'key' })
  expect(error.message).toBe('Stripe cannot take payments right now. Please try again in a moment.')
})

test.each([400, 403])('a missing permission of the key is detected by status %i', (status) => {
  const error = toAppError(fail(status, LACKS))
  expect(error).toBeInstanceOf(ProviderDeniedError)
  expect(isPermissionDenied(error)).toBe(true)
  expect(String(error.cause)).toContain('rak_dispute_read')
  expect(String(error.cause)).not.toContain('qs8Kgd')
})

test('an invalid request is a refusal', () => {
  expect(toAppError(fail(400, 'Invalid amount.'))).toMatchObject({ code: 'failed-precondition' })
})

test.each<[Error, boolean]>([
  [new errors.StripeConnectionError({ message: 'cut' }), false],
  [fail(429, 'Too many.'), false],
  [fail(503, 'Away.'), false],
  [new errors.StripeAPIError({ message: 'Invalid JSON received from the Stripe API' }), false],
  [new errors.StripeAPIError({ message: 'New.', statusCode: 418 }), true],
  [new z.ZodError([]), true],
  [new TypeError('x is undefined'), true],
])('only an answer that we cannot read, or a mistake of ours, is no outage: %s', async (...of) => {
  const [thrown, isMisread] = of
  const error: unknown = await ask(() => Promise.reject(thrown)).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'unavailable' })
  expect(error instanceof MisreadError).toBe(isMisread)
})
