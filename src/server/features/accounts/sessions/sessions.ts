import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import { requireDeclared } from '#server/http/guards/access.ts'
import type { Database } from '#server/infra/database/database.ts'
import { sessionCookieName } from '#server/http/guards/session.ts'
import type { Auth } from '../auth.ts'
import type { HostCandidate } from '../hosts/hosts.ts'
import { createSessionUsers, type SessionUser } from './session-users.ts'

/** The time after which a session ends even if it is used, ms. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000

/** The user who makes a request, and their session. */
export type SignedIn = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

export interface FoundSession {
  signedIn: SignedIn | undefined
  /** The values of the Set-Cookie headers to send. */
  setCookies: string[]
}

export interface Sessions {
  /** Finds the session of a request, and renews it if `renew` is true. */
  find(request: FastifyRequest, options: { renew: boolean }): Promise<FoundSession>
  /** Returns the session of a request, or fails with `unauthenticated`. */
  require(request: FastifyRequest): Promise<SignedIn>
  /** Returns the account of a request, like `require`, but with the least work. */
  requireUser(request: FastifyRequest): Promise<HostCandidate>
  /** Lists the account's sessions that have not ended. */
  list(userId: string): Promise<SignedIn['session'][]>
  end(sessions: readonly { token: string }[]): Promise<void>
}

export interface SessionsOptions {
  auth: Auth
  database: Database
  publicUrl: string
  secret: string
  clock: () => number
}

export function createSessions(options: SessionsOptions): Sessions {
  const { auth, clock } = options
  const cookieName = sessionCookieName(options.publicUrl)
  const findSessionUser = createSessionUsers(options)
  const isTooOld = ({ createdAt }: { createdAt: Date }) =>
    clock() - createdAt.getTime() >= MAX_AGE_MS

  const end: Sessions['end'] = async (sessions) => {
    const { internalAdapter } = await auth.$context
    for (const { token } of sessions) await internalAdapter.deleteSession(token)
  }

  const find: Sessions['find'] = async ({ headers: { cookie } }, { renew }) => {
    const { headers, response } = await auth.api.getSession({
      headers: new Headers(cookie === undefined ? {} : { cookie }),
      query: { disableRefresh: !renew },
      returnHeaders: true,
    })
    if (response === null || !isTooOld(response.session)) {
      return { signedIn: response ?? undefined, setCookies: headers.getSetCookie() }
    }
    await end([response.session])
    return { signedIn: undefined, setCookies: [] }
  }

  const require: Sessions['require'] = async (request) => {
    requireDeclared(request, 'session')
    // Only a response that sets the cookie may renew the session.
    const { signedIn } = await find(request, { renew: false })
    if (signedIn === undefined) throw new AppError('unauthenticated', 'Please log in first.')
    return signedIn
  }

  const isCurrent = ({ session }: SessionUser) =>
    session.expiresAt.getTime() > Date.now() && !isTooOld(session)

  return {
    find,
    require,
    requireUser: async (request) => {
      requireDeclared(request, 'session')
      const cookie = request.cookies[cookieName]
      const found = cookie === undefined ? undefined : await findSessionUser(cookie)
      if (found !== undefined && isCurrent(found)) return found.user
      // The library decides all other cases, and ends sessions that are too old.
      return (await require(request)).user
    },
    list: async (userId) => {
      const { internalAdapter } = await auth.$context
      const sessions = await internalAdapter.listSessions(userId, { onlyActiveSessions: true })
      return sessions.filter((session) => !isTooOld(session))
    },
    end,
  }
}
