import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { isPermissionDenied, ProviderDeniedError } from '../failures/failures.ts'
import { toAppError } from './failures.ts'

const { errors } = Stripe
const LACKS =
  "The provided key 'rk_live_*****qs8Kgd' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_dispute_read' permission would allow this request to continue."

function fail(statusCode: number, message: string): unknown {
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
