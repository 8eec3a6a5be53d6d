import type { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import {
  denied,
  isAwayStatus,
  misread,
  refused,
  unavailable,
  unknownPayment,
} from '../../failures/failures.ts'
import { send, type HttpResponse } from './http.ts'
import { problemSchema } from './schemas.ts'
import { createTokenSource, type TokenOptions } from './token.ts'

export interface PaypalClient {
  /** Resolves if PayPal accepts our client id and secret, or accepted them moments ago. */
  authorize(): Promise<void>
  get<Result>(path: string, schema: z.ZodType<Result>): Promise<Result>
  /**
   * Sends a request that PayPal carries out once for each `requestId`; a repetition gets the same
   * response.
   */
  post<Result>(
    path: string,
    schema: z.ZodType<Result>,
    request: { requestId: string; body: object },
  ): Promise<Result>
}

/**
 * Thrown when PayPal understood a request and refused it: `problem` is its name of the error,
 * `issues` are the reasons.
 */
export class PaypalRefusal extends AppError {
  readonly problem: string
  readonly issues: readonly string[]

  constructor(problem: string, issues: readonly string[], cause: Error) {
    super('failed-precondition', refused('PayPal', cause).message, { cause })
    this.problem = problem
    this.issues = issues
  }
}

interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Creates the client for the REST API. Calls fail as `PaymentProvider` says, or with a
 * `PaypalRefusal`.
 */
export function createPaypalClient(options: TokenOptions): PaypalClient {
  const tokens = createTokenSource(options)

  async function call<Result>(request: Call, schema: z.ZodType<Result>): Promise<Result> {
    let answer = await sendWithToken(request)
    // A token may be revoked before it expires; a second 401 is about the account.
    if (answer.status === 401) answer = await sendWithToken(request)
    return read(answer, schema)
  }

  async function sendWithToken({ headers, ...request }: Call): Promise<HttpResponse> {
    const token = await tokens.get()
    const answer = await send(options, {
      ...request,
      headers: { ...headers, authorization: `Bearer ${token}`, accept: 'application/json' },
    })
    if (answer.status === 401) tokens.drop(token)
    return answer
  }

  return {
    authorize: async () => {
      await tokens.get()
    },
    get: async (path, schema) => call({ method: 'GET', path }, schema),
    post: async (path, schema, { requestId, body }) => {
      const headers = { 'content-type': 'application/json', 'paypal-request-id': requestId }
      return call({ method: 'POST', path, headers, body: JSON.stringify(body) }, schema)
    },
  }
}

/** Returns the parsed body; throws as `misread` says if it does not match the schema. */
function read<Result>({ status, body }: HttpResponse, schema: z.ZodType<Result>): Result {
  if (status < 200 || status > 299) throw toAppError(status, body)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw misread('PayPal', parsed.error)
}

/**
 * Converts an error response. One that is not in PayPal's format may come from a proxy on the way,
 * so it is `unavailable`.
 */
function toAppError(status: number, body: unknown): AppError {
  const parsed = problemSchema.safeParse(body)
  if (!parsed.success) return unavailable('PayPal', new Error(`PayPal answered ${status}.`))
  const problem = parsed.data
  const issues = problem.details.map(({ issue }) => issue)
  const name = 'name' in problem ? problem.name : problem.error
  const words = [name, ...issues].join(' ')
  const cause = new Error(`PayPal answered ${status} ${words}, debug id ${problem.debug_id}.`)
  switch (status) {
    case 404:
      return unknownPayment('PayPal', cause)
    case 400:
    case 422:
      return new PaypalRefusal(name, issues, cause)
    case 401:
      return denied('PayPal', 'key', cause)
    case 403:
      return denied('PayPal', 'permission', cause)
    case 409:
      // Another request with the same PayPal-Request-Id is still running.
      return unavailable('PayPal', cause)
    default:
      return isAwayStatus(status) ? unavailable('PayPal', cause) : misread('PayPal', cause)
  }
}
