import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '#contract/routes.ts'
import { nothingHere } from '../../http/errors.ts'
import { CLIENT_ADDRESS_HEADER, type Accounts } from './accounts.ts'

const MINUTE_MS = 60_000

/** Passwords are guessed, and accounts made, by machines: each address has its share of tries. */
const TRIES = {
  signIn: { max: 40, timeWindow: 5 * MINUTE_MS },
  signUp: { max: 60, timeWindow: 10 * MINUTE_MS },
  other: { max: 600, timeWindow: MINUTE_MS },
}

/** Mounts the auth library's own routes. */
export function accountRoutes({ accounts }: { accounts: Accounts }): FastifyPluginAsync {
  return async (app) => {
    const mount = (url: string, rateLimit: { max: number; timeWindow: number }) =>
      mountLibrary(app, url, rateLimit, accounts)
    mount(`${ROUTES.auth}/sign-in/email`, TRIES.signIn)
    mount(`${ROUTES.auth}/sign-up/email`, TRIES.signUp)
    mount(`${ROUTES.auth}/*`, TRIES.other)
  }
}

function mountLibrary(
  app: FastifyInstance,
  url: string,
  rateLimit: { max: number; timeWindow: number },
  accounts: Accounts,
): void {
  app.route({
    method: ['GET', 'POST'],
    url,
    config: { rateLimit },
    handler: async (request, reply) => {
      const answer = await accounts.handle(toFetchRequest(request))
      if (isSilentMiss(answer)) throw nothingHere()
      return forward(answer, reply)
    },
  })
}

/** The library knows its own address; what a request says of the host has no part in it. */
const ANY_HOST = 'http://localhost'

function toFetchRequest(request: FastifyRequest): Request {
  const url = new URL(request.url, ANY_HOST)
  // `x/../sign-in` would get past the limit on `sign-in`, and be folded to it on the way.
  if (url.pathname !== request.url.split('?')[0]) throw nothingHere()
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip)
  // The body was parsed on the way in; its length is no longer the one that was sent.
  headers.delete('content-length')
  const init: RequestInit = { method: request.method, headers }
  if (request.method === 'POST') init.body = JSON.stringify(request.body ?? {})
  return new Request(url, init)
}

/** The library has no words for an address that it does not know. */
function isSilentMiss({ status, body }: Response): boolean {
  return status === 404 && body === null
}

async function forward(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(answer.status).header('cache-control', 'no-store')
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') reply.header(name, value)
  }
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.send(Buffer.from(await answer.arrayBuffer()))
}
