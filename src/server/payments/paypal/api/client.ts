import type { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { denied, refused, unavailable, unknownPayment } from '../../failures/failures.ts'
import { send, type HttpResponse } from './http.ts'
import { problemSchema } from './schemas.ts'
import { createTokenSource, type TokenOptions } from './token.ts'

export interface PaypalClient {
  /** Resolves when PayPal takes our client id and secret, or has taken them moments ago. */
  authorize(): Promise<void>
  get<Result>(path: string, schema: z.ZodType<Result>): Promise<Result>
  /** PayPal does what one `requestId` asks for once, and repeats its answer. */
  post<Result>(
    path: string,
    schema: z.ZodType<Result>,
    request: { requestId: string; body: object },
  ): Promise<Result>
}

/** PayPal understood a request and said no: `problem` is its word for that, `issues` those for why. */
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

/** Orders v2 by plain requests. Calls fail as the port says, and with a `PaypalRefusal`. */
export function createPaypalClient(options: TokenOptions): PaypalClient {
  const tokens = createTokenSource(options)

  async function call<Result>(request: Call, schema: z.ZodType<Result>): Promise<Result> {
    let answer = await sendWithToken(request)
    // A token may be withdrawn before its time; a second refusal means the account.
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

/** Nothing of an answer is believed that is not what we know of PayPal. */
function read<Result>({ status, body }: HttpResponse, schema: z.ZodType<Result>): Result {
  if (status < 200 || status > 299) throw toAppError(status, body)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw unavailable('PayPal', parsed.error)
}

/** A refusal that is not in PayPal's words may be anybody's on the way. */
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
    default:
      return unavailable('PayPal', cause)
  }
}
