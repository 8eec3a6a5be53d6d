import type Stripe from 'stripe'

type ErrorType =
  | 'api_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error'

/** An error in Stripe's format. https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly details: { code?: string; param?: string }

  constructor(
    status: number,
    type: ErrorType,
    message: string,
    details: { code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }

  toBody(): {
    error: Pick<Stripe.StripeRawError, 'message' | 'code' | 'param'> & { type: string }
  } {
    return { error: { type: this.type, message: this.message, ...this.details } }
  }
}

export function invalidRequest(message: string, param?: string): StripeError {
  return new StripeError(400, 'invalid_request_error', message, param ? { param } : {})
}

export function noSuch(kind: string, id: string, param = 'id'): StripeError {
  return new StripeError(404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  })
}
