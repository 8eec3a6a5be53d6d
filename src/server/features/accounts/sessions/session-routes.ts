import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'
import {
  GET_SESSION,
  LIST_SESSIONS,
  REVOKE_SESSION,
  REVOKE_OTHER_SESSIONS,
} from '../route-schemas.ts'
import type { HostRules } from '../hosts/host-rules.ts'
import { setCookies } from '../auth-calls.ts'
import type { AccountParts } from '../parts.ts'
import type { SignedIn } from './sessions.ts'
import { DONE, sessionUserView, sessionView, type SessionEntry } from '../views.ts'

export type SessionRoutesDeps = Pick<AccountParts, 'sessions' | 'hosts'> &
  Pick<HostRules, 'mayDeleteTestDonations'>

const config = { budget: 'accounts' } as const
const ownConfig = { budget: 'accounts', access: 'session' } as const

/** Registers the routes that return the current session, and list and end sessions. */
export function sessionRoutes(deps: SessionRoutesDeps): FastifyPluginAsyncZod {
  const { sessions } = deps
  return async (app) => {
    app.get(
      `${ROUTES.auth}/get-session`,
      { config, schema: GET_SESSION },
      async (request, reply) => {
        const { signedIn, setCookies: cookies } = await sessions.find(request, { renew: true })
        setCookies(reply.header('cache-control', 'no-store'), cookies)
        const view = signedIn === undefined ? null : await describe(deps, signedIn)
        return reply.type('application/json').send(JSON.stringify(view))
      },
    )
    app.get(
      `${ROUTES.auth}/list-sessions`,
      { config: ownConfig, schema: LIST_SESSIONS },
      async (request, reply) => {
        const { user, session } = await sessions.require(request)
        reply.header('cache-control', 'no-store')
        const all = await sessions.list(user.id)
        return { sessions: all.map((one) => toSessionEntry(one, session.id)).toSorted(byUse) }
      },
    )
    app.post(
      `${ROUTES.auth}/revoke-session`,
      { config: ownConfig, schema: REVOKE_SESSION },
      async (request) => {
        const { user } = await sessions.require(request)
        const all = await sessions.list(user.id)
        const chosen = all.filter(({ id }) => id === request.body.id)
        if (chosen.length === 0) {
          throw new AppError('not-found', 'This session has ended already.')
        }
        await sessions.end(chosen)
        return DONE
      },
    )
    app.post(
      `${ROUTES.auth}/revoke-other-sessions`,
      { config: ownConfig, schema: REVOKE_OTHER_SESSIONS },
      async (request) => {
        const { user, session } = await sessions.require(request)
        const all = await sessions.list(user.id)
        await sessions.end(all.filter(({ id }) => id !== session.id))
        return DONE
      },
    )
  }
}

async function describe(
  { hosts, mayDeleteTestDonations }: SessionRoutesDeps,
  { session, user }: SignedIn,
) {
  const role = hosts.roleOf(user)
  const mayDelete = await mayDeleteTestDonations({ role })
  const rights = { isHost: role !== null, role, mayDeleteTestDonations: mayDelete }
  return {
    session: sessionView.parse(session),
    user: sessionUserView.parse({ ...user, ...rights }),
  }
}

function toSessionEntry(session: SignedIn['session'], currentId: string): SessionEntry {
  return {
    id: session.id,
    isCurrent: session.id === currentId,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.updatedAt.toISOString(),
    userAgent: session.userAgent ?? '',
    address: session.ipAddress ?? '',
  }
}

function byUse(one: SessionEntry, other: SessionEntry): number {
  if (one.isCurrent !== other.isCurrent) return one.isCurrent ? -1 : 1
  return other.lastUsedAt.localeCompare(one.lastUsedAt)
}
