import Stripe from 'stripe'
import { AppError } from '#contract/app-error.ts'
import { refused, timedOut, unavailable, unknownPayment } from './failures.ts'

const LABEL = 'Stripe'
const { errors } = Stripe

/** What the SDK threw, in the port's words. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof errors.StripeConnectionError) {
    return isTimeout(error) ? timedOut(LABEL, error) : unavailable(LABEL, error)
  }
  if (!(error instanceof errors.StripeError)) return unavailable(LABEL, error)
  const cause = summarise(error)
  if (error.statusCode === 404) return unknownPayment(LABEL, cause)
  // Another request under the same idempotency key is still under way.
  if (error.statusCode === 409) return unavailable(LABEL, cause)
  return isRefusal(error) ? refused(LABEL, cause) : unavailable(LABEL, cause)
}

function isTimeout({ detail }: Stripe.errors.StripeConnectionError): boolean {
  // The SDK types the network's error as text.
  const cause: unknown = detail
  return cause instanceof Error && 'code' in cause && cause.code === 'ETIMEDOUT'
}

function isRefusal(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeIdempotencyError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeCardError
  )
}

/** Stripe's words without our keys, which it quotes when it refuses them. */
function summarise(error: Stripe.errors.StripeError): Error {
  const { type, statusCode = 'nothing', code = 'no code', requestId = 'unknown' } = error
  const words = error.message.replaceAll(/\b(sk|rk|pk|whsec)_\w+/g, '$1_…')
  return new Error(
    `${type}: Stripe answered ${statusCode}, ${code}, request ${requestId}: ${words}`,
  )
}
