interface Detail {
  issue: string
  description: string
  field?: string
  location?: 'body'
}

interface Link {
  href: string
  rel: string
  method?: string
}

/** An error in PayPal's format. https://developer.paypal.com/api/rest/responses/ */
export class PaypalError extends Error {
  readonly status: number
  readonly details: Detail[]
  readonly links: Link[]

  constructor(status: number, details: Detail[] = [], links: Link[] = []) {
    super(details.map(({ issue }) => issue).join(' ') || `PayPal answers ${status}.`)
    this.status = status
    this.details = details
    this.links = links
  }

  toBody(debugId: string): object {
    const { name, message } = KINDS[this.status] ?? INTERNAL
    const details = this.details.length === 0 ? {} : { details: this.details }
    return { name, message, debug_id: debugId, ...details, links: this.links }
  }
}

const INTERNAL = {
  name: 'INTERNAL_SERVER_ERROR',
  message: 'An internal server error occurred.',
}

const KINDS: Record<number, { name: string; message: string }> = {
  400: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  },
  401: {
    name: 'AUTHENTICATION_FAILURE',
    message:
      'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  },
  403: {
    name: 'NOT_AUTHORIZED',
    message: 'Authorization failed due to insufficient permissions.',
  },
  404: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
  415: {
    name: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The server does not support the request payload’s media type.',
  },
  422: {
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
  429: {
    name: 'RATE_LIMIT_REACHED',
    message: 'Too many requests. Blocked due to rate limiting.',
  },
  500: INTERNAL,
}

/** Returns the error of a malformed request, whose meaning PayPal does not check. */
export function malformed(issue: MalformedIssue, field?: string): PaypalError {
  const description = MALFORMED[issue]
  const place = field === undefined ? {} : { field, location: 'body' as const }
  return new PaypalError(400, [{ issue, description, ...place }])
}

export type MalformedIssue = keyof typeof MALFORMED

const MALFORMED = {
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  NOT_SUPPORTED: 'This field is not currently supported.',
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
}

/** Returns the error of a well-formed request that PayPal does not carry out. */
export function unprocessable(issue: UnprocessableIssue, links: Link[] = []): PaypalError {
  return new PaypalError(422, [{ issue, description: UNPROCESSABLE[issue] }], links)
}

export type UnprocessableIssue = keyof typeof UNPROCESSABLE

const UNPROCESSABLE = {
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  ORDER_ALREADY_CAPTURED:
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
}

export function notFound(): PaypalError {
  return new PaypalError(404, [
    {
      issue: 'INVALID_RESOURCE_ID',
      description:
        'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ])
}

/** Returns the error of a missing permission, or of an object of another account. */
export function permissionDenied(): PaypalError {
  const description = 'You do not have permission to access or perform operations on this resource.'
  return new PaypalError(403, [{ issue: 'PERMISSION_DENIED', description }])
}
