import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ROUTES } from '#contract/routes.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts'
import type { Auth } from './auth.ts'
import { toRefusal } from './sentences.ts'

/** A placeholder: the library takes its own origin from its settings, never from a request. */
const ANY_HOST = 'http://localhost'

/** The most characters that are kept of a User-Agent header. */
const USER_AGENT_LENGTH = 256

export interface AuthResponse {
  ok: boolean
  status: number
  headers: Headers
  body: unknown
}

/** Calls a route of the library with the request's headers: POST with a body, otherwise GET. */
export async function callAuth(
  auth: Auth,
  request: FastifyRequest,
  path: string,
  body?: object,
): Promise<AuthResponse> {
  const content = body === undefined ? { method: 'GET' } : toPost(body)
  const response = await auth.handler(
    new Request(`${ANY_HOST}${ROUTES.auth}${path}`, { ...content, headers: headersFor(request) }),
  )
  const { ok, status, headers } = response
  return { ok, status, headers, body: parseJson(await response.text()) }
}

function toPost(body: object) {
  return { method: 'POST', body: JSON.stringify(body) }
}

/** Returns the headers of a request that the library may see. */
export function headersFor({ headers: { cookie, origin, ...rest }, ip }: FastifyRequest): Headers {
  const headers = new Headers({
    'content-type': 'application/json',
    'user-agent': (rest['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
    [CLIENT_ADDRESS_HEADER]: ip,
  })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (origin !== undefined) headers.set('origin', origin)
  return headers
}

function parseJson(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

const refusalSchema = z.object({ code: z.string().optional(), message: z.string().optional() })

/** Sends the library's response on: status, cookies, and the fields of the body in `view`. */
export async function sendAuthResponse(
  reply: FastifyReply,
  { ok, status, headers, body }: AuthResponse,
  view: z.ZodType,
): Promise<FastifyReply> {
  reply.code(status).header('cache-control', 'no-store')
  setCookies(reply, headers.getSetCookie())
  if (ok) return reply.send(view.parse(body))
  const retryAfter = headers.get('retry-after')
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  return reply.send(toRefusal(status, refusalSchema.safeParse(body).data ?? {}))
}

export function setCookies(reply: FastifyReply, cookies: string[]): void {
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}
