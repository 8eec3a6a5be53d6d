import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import type { Challenge } from '#contract/proof-of-work.ts'
import { describeCauses } from '#server/infra/state-log.ts'
import { ERROR_PAGE_HEADERS, renderErrorPage, wantsErrorPage } from './pages/error-page.ts'
import { nameRequest } from './request-log.ts'
import { methodsAt } from './route-table.ts'

const STATUS: Record<ErrorCode, number> = {
  'invalid-argument': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  'failed-precondition': 409,
  'already-exists': 409,
  'resource-exhausted': 429,
  unknown: 500,
  unavailable: 503,
  'deadline-exceeded': 504,
}

/** Returns the HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return STATUS[code]
}

/** The Retry-After of 'unavailable', since most outages last moments. */
const RETRY_AFTER_S = '5'

interface ErrorResponse {
  status: number
  code: ErrorCode
  message: string
  challenge?: Challenge | undefined
  reason?: string | undefined
  details?: Record<string, unknown> | undefined
}

/** Converts whatever a route throws into the API's error body; the only place that does. */
export function installErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = toErrorResponse(error)
    if (answer.status >= 500) logError(request, error)
    if (error instanceof AppError && error.retryAfterS !== undefined) {
      reply.header('retry-after', String(error.retryAfterS))
    }
    return sendErrorResponse(request, reply, answer)
  })
}

/**
 * Logs a mistake of ours with its stack. The line of a request that failed because something else is
 * away only says the reason: that it is away is a line of its own.
 */
function logError(request: FastifyRequest, error: FastifyError): void {
  if (error instanceof AppError) nameRequest(request, { reason: describeCauses(error) })
  else request.log.error({ err: error }, 'request failed')
}

/**
 * Installs the responses for addresses and methods without a route, with the hooks of the given
 * scope.
 */
export function installMissingAnswers(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    sendErrorResponse(request, reply, toMissingResponse(request, reply)),
  )
}

/**
 * Returns the handler for addresses that the router cannot parse; it sets the headers itself, since
 * no hook runs for them.
 */
export function answerFrameworkErrors(headers: Record<string, string>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers)
    void sendErrorResponse(request, reply, toErrorResponse(error))
  }
}

function sendErrorResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, message, challenge, reason, details }: ErrorResponse,
): FastifyReply {
  const body: ErrorBody = {
    error: {
      code,
      message,
      requestId: request.id,
      ...(challenge && { challenge }),
      ...(reason !== undefined && { reason }),
      ...(details && { details }),
    },
  }
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_S)
  // A route sets it for being refused as one too many; another refusal is no matter of time.
  if (status !== 503 && status !== 429) reply.removeHeader('retry-after')
  reply.code(status).header('cache-control', 'no-store')
  if (wantsErrorPage(request)) {
    return reply
      .headers(ERROR_PAGE_HEADERS)
      .send(renderErrorPage({ status, message, requestId: request.id }))
  }
  return reply.type('application/json').send(body)
}

function toErrorResponse(error: FastifyError): ErrorResponse {
  if (error instanceof AppError) {
    const { code, message, challenge, reason, details } = error
    return { status: statusOf(code), code, message, challenge, reason, details }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalid(400, error.validation[0]?.message ?? 'The request is not as it should be.')
  }
  return FRAMEWORK_RESPONSES[error.code] ?? toStatusResponse(error.statusCode)
}

const NOTHING_HERE: ErrorResponse = {
  status: 404,
  code: 'not-found',
  message: 'There is nothing at this address.',
}

/** Returns the error for what does not exist, or must not show itself to the client. */
export function nothingHere(): AppError {
  return new AppError('not-found', NOTHING_HERE.message)
}

function invalid(status: number, message: string): ErrorResponse {
  return { status, code: 'invalid-argument', message }
}

const FRAMEWORK_RESPONSES: Record<string, ErrorResponse> = {
  FST_ERR_CTP_BODY_TOO_LARGE: invalid(413, 'The request is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: invalid(415, 'The request must be JSON (application/json).'),
  FST_ERR_CTP_INVALID_JSON_BODY: invalid(400, 'The request is not valid JSON.'),
  FST_ERR_BAD_URL: invalid(400, 'The address of the request is not valid.'),
  FST_ERR_MAX_PARAM_LENGTH: NOTHING_HERE,
}

function toStatusResponse(status = 500): ErrorResponse {
  if (status === 413) return invalid(413, 'The request is too large.')
  if (status >= 400 && status < 500) return invalid(status, 'The request could not be understood.')
  return {
    status: 500,
    code: 'unknown',
    message: 'Something went wrong on our side. Please try again later.',
  }
}

function toMissingResponse(
  { url, method, server }: FastifyRequest,
  reply: FastifyReply,
): ErrorResponse {
  const allowed = methodsAt(server.routeTable, url.split('?')[0] ?? '')
  // A route may also accept the method and find nothing, as the one for files does.
  if (allowed.size === 0 || allowed.has(method)) return NOTHING_HERE
  reply.header('allow', [...allowed].join(', '))
  return invalid(405, `This address does not take ${method}.`)
}
