import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import type { PaymentsMode } from '#contract/config.ts'
import type { RequireUser, User } from '#server/http/guards/session.ts'
import type { Hosts } from './hosts.ts'
import type { Sessions, SignedIn } from '../sessions/sessions.ts'
import { staleSecondFactor, wasJustShown, wasShown } from '../step-up.ts'

export interface HostRules {
  requireUser: RequireUser
  /** Returns the host who makes a request; in live mode the session has shown a second factor. */
  requireHost: RequireUser
  /** Returns the host like `requireHost`; in live mode they have just shown the second factor. */
  requireHostStepUp: RequireUser
  /**
   * Returns whether an account may delete all test donations: a host may, and in test mode
   * everybody while no host is named.
   */
  mayDeleteTestDonations(user: { isHost: boolean }): Promise<boolean>
  /**
   * Returns the user who makes the request, or fails if they may not delete all test donations; in
   * live mode a host must have just shown the second factor.
   */
  requireTestDonationsDeleter: RequireUser
}

export interface HostRulesDeps {
  sessions: Sessions
  hosts: Hosts
  payments: PaymentsMode
  hasSecondFactor: (user: SignedIn['user']) => Promise<boolean>
  clock: () => number
}

export function createHostRules(deps: HostRulesDeps): HostRules {
  const { sessions, hosts, payments } = deps
  const toUser = ({ id, email, ...user }: SignedIn['user']): User => ({
    id,
    email,
    isHost: hosts.includes({ id, email, ...user }),
  })

  async function requireHost(request: FastifyRequest): Promise<SignedIn> {
    const signedIn = await sessions.require(request)
    if (!hosts.includes(signedIn.user)) throw onlyTheHost()
    if (payments === 'live') {
      if (!(await deps.hasSecondFactor(signedIn.user))) throw noSecondFactor()
      // The session may be older than the second factor, or of a password login beside a passkey.
      if (!wasShown(signedIn.session)) throw staleSecondFactor()
    }
    return signedIn
  }

  async function requireHostStepUp(request: FastifyRequest): Promise<User> {
    const { user, session } = await requireHost(request)
    if (payments === 'live' && !wasJustShown(session, deps.clock())) throw staleSecondFactor()
    return toUser(user)
  }

  async function mayDeleteTestDonations({ isHost }: { isHost: boolean }): Promise<boolean> {
    if (isHost) return true
    return payments !== 'live' && !(await hosts.areNamed())
  }

  return {
    requireUser: async (request) => toUser((await sessions.require(request)).user),
    requireHost: async (request) => toUser((await requireHost(request)).user),
    requireHostStepUp,
    mayDeleteTestDonations,
    requireTestDonationsDeleter: async (request) => {
      const user = toUser((await sessions.require(request)).user)
      const isOpenToAll = !user.isHost && (await mayDeleteTestDonations(user))
      return isOpenToAll ? user : requireHostStepUp(request)
    },
  }
}

export function onlyTheHost(): AppError {
  return new AppError('permission-denied', 'Only the host may do this.', { reason: 'NOT_HOST' })
}

function noSecondFactor(): AppError {
  return new AppError(
    'permission-denied',
    'Set up a second factor first: with real money the host needs one.',
    { reason: 'SECOND_FACTOR_MISSING' },
  )
}
