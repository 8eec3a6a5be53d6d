import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import type { Library } from '../library.ts'

/** A session ends after this, however much it is used. */
const ABSOLUTE_MS = 90 * 24 * 60 * 60 * 1000

/** The user who makes a request, and the session that it comes with. */
export type SignedIn = NonNullable<Awaited<ReturnType<Library['api']['getSession']>>>

export interface FoundSession {
  signedIn: SignedIn | undefined
  /** The cookies that the browser is to keep or to forget. */
  setCookies: string[]
}

export interface Sessions {
  /** Finds the session of a request, and renews it where `renew` says so. */
  find(request: FastifyRequest, options: { renew: boolean }): Promise<FoundSession>
  /** Returns the session of a request, or fails with `unauthenticated`. */
  require(request: FastifyRequest): Promise<SignedIn>
  /** Lists the account's sessions that have not ended. */
  list(userId: string): Promise<SignedIn['session'][]>
  end(sessions: readonly { token: string }[]): Promise<void>
}

export function createSessions({
  library,
  clock,
}: {
  library: Library
  clock: () => number
}): Sessions {
  const isTooOld = ({ createdAt }: { createdAt: Date }) =>
    clock() - createdAt.getTime() >= ABSOLUTE_MS

  const end: Sessions['end'] = async (sessions) => {
    const { internalAdapter } = await library.$context
    for (const { token } of sessions) await internalAdapter.deleteSession(token)
  }

  const find: Sessions['find'] = async ({ headers: { cookie } }, { renew }) => {
    const { headers, response } = await library.api.getSession({
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

  return {
    find,
    require: async (request) => {
      // Only an answer that can bring the cookie along renews the session.
      const { signedIn } = await find(request, { renew: false })
      if (signedIn === undefined) throw new AppError('unauthenticated', 'Please log in first.')
      return signedIn
    },
    list: async (userId) => {
      const { internalAdapter } = await library.$context
      const sessions = await internalAdapter.listSessions(userId, { onlyActiveSessions: true })
      return sessions.filter((session) => !isTooOld(session))
    },
    end,
  }
}
