import Stripe from 'stripe'
import { AppError } from '#contract/app-error.ts'
import {
  denied,
  isAwayStatus,
  misread,
  refused,
  timedOut,
  unavailable,
  unknownPayment,
  type Denial,
} from '../failures/failures.ts'

const LABEL = 'Stripe'
const { errors } = Stripe

const LACKS_PERMISSION = /required permissions|\brak_\w+/

/** Converts an error of the SDK. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof errors.StripeConnectionError) {
    return isTimeout(error) ? timedOut(LABEL, error) : unavailable(LABEL, error)
  }
  if (!(error instanceof errors.StripeError)) return misread(LABEL, error)
  const cause = summarise(error)
  const denial = findDenial(error)
  if (denial !== undefined) return denied(LABEL, denial, cause)
  if (error.statusCode === 404) return unknownPayment(LABEL, cause)
  // Another request with the same idempotency key is still running.
  if (error.statusCode === 409) return unavailable(LABEL, cause)
  if (isRefusal(error)) return refused(LABEL, cause)
  // The SDK names no status where the body is not JSON, as that of a gateway that fails.
  return isAwayStatus(error.statusCode ?? 500) ? unavailable(LABEL, cause) : misread(LABEL, cause)
}

/**
 * Returns what the call returns; for a response that does not match Stripe's schema, and for a
 * mistake of ours, it fails as `misread` says.
 */
export async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof AppError ? error : toAppError(error)
  }
}

/**
 * Calls the SDK without the stack of the caller, which it renders at each call for the errors of a
 * few, and which nobody reads: `ask` keeps an error's words alone. Costs a third of a call.
 */
export function withoutStack<Result>(call: () => Promise<Result>): Promise<Result> {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return call()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function isTimeout({ detail }: Stripe.errors.StripeConnectionError): boolean {
  // The SDK declares the network error as a string.
  const cause: unknown = detail
  return cause instanceof Error && 'code' in cause && cause.code === 'ETIMEDOUT'
}

/**
 * Returns the denial in an error. Stripe reports a missing permission of a restricted key by 403,
 * or by an invalid request whose text names the permission.
 */
function findDenial(error: Stripe.errors.StripeError): Denial | undefined {
  if (error instanceof errors.StripeAuthenticationError) return 'key'
  if (error instanceof errors.StripePermissionError) return 'permission'
  const isInvalid = error instanceof errors.StripeInvalidRequestError
  return isInvalid && LACKS_PERMISSION.test(error.message) ? 'permission' : undefined
}

function isRefusal(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeIdempotencyError ||
    error instanceof errors.StripeCardError
  )
}

/** Returns Stripe's message without our keys, which it quotes when it rejects them. */
function summarise(error: Stripe.errors.StripeError): Error {
  const { type, statusCode = 'nothing', code = 'no code', requestId = 'unknown' } = error
  const words = error.message.replaceAll(/\b(sk|rk|pk|whsec)_[\w*]+/g, '$1_…')
  return new Error(
    `${type}: Stripe answered ${statusCode}, ${code}, request ${requestId}: ${words}`,
  )
}
