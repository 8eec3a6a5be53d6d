import Stripe from 'stripe'
import type { AppError } from '#contract/app-error.ts'
import { refused, timedOut, unavailable, unknownPayment } from './failures.ts'

const LABEL = 'Stripe'
const { errors } = Stripe

/** What the SDK threw, in the port's words. */
export function toAppError(error: unknown): AppError {
  if (error instanceof errors.StripeConnectionError) {
    return isTimeout(error) ? timedOut(LABEL, error) : unavailable(LABEL, error)
  }
  if (error instanceof errors.StripeRateLimitError) return unavailable(LABEL, error)
  if (error instanceof errors.StripeAuthenticationError) return refused(LABEL, withoutKey(error))
  if (isMissing(error)) return unknownPayment(LABEL, error)
  return isRefusal(error) ? refused(LABEL, error) : unavailable(LABEL, error)
}

function isTimeout({ detail }: Stripe.errors.StripeConnectionError): boolean {
  // The SDK types the network's error as text.
  const cause: unknown = detail
  return cause instanceof Error && 'code' in cause && cause.code === 'ETIMEDOUT'
}

function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.statusCode === 404
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeIdempotencyError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeCardError
  )
}

/** Stripe quotes the secret key in the message with which it refuses it. */
function withoutKey({ type, statusCode, requestId }: Stripe.errors.StripeError): Error {
  return new Error(`${type}: ${statusCode ?? 'no status'}, request ${requestId ?? 'unknown'}`)
}
