import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import type { PaymentsMode } from '#contract/config.ts'
import { hasPermission, needsSecondFactor, type HostRole } from '#contract/host/roles.ts'
import { requireDeclared } from '#server/http/guards/access.ts'
import type { HostGuard, RequireHost, RequireUser, User } from '#server/http/guards/session.ts'
import type { HostCandidate, Hosts } from './hosts.ts'
import type { Sessions, SignedIn } from '../sessions/sessions.ts'
import { staleSecondFactor, wasJustShown, wasShown } from '../step-up.ts'

export interface HostRules {
  requireUser: RequireUser
  /**
   * Returns the host who makes a request and whose role has one of the permissions. In live mode
   * the session has shown a second factor, which owners and treasurers must have.
   */
  requireHost: RequireHost
  /** Returns the host like `requireHost`; in live mode they have just shown the second factor. */
  requireHostStepUp: RequireHost
  /**
   * Returns whether an account may delete all test donations: an owner may, and in test mode
   * everybody while no host is named.
   */
  mayDeleteTestDonations(user: { role: HostRole | null }): Promise<boolean>
  /**
   * Returns the user who makes the request, or fails if they may not delete all test donations; in
   * live mode an owner must have just shown the second factor.
   */
  requireTestDonationsDeleter: HostGuard
}

export interface HostRulesDeps {
  sessions: Sessions
  hosts: Hosts
  payments: PaymentsMode
  hasSecondFactor: (user: SignedIn['user']) => Promise<boolean>
  clock: () => number
}

type Permissions = Parameters<RequireHost>

export function createHostRules(deps: HostRulesDeps): HostRules {
  const { sessions, hosts } = deps
  const toUser = (user: HostCandidate): User => ({
    id: user.id,
    email: user.email,
    role: hosts.roleOf(user),
  })
  const requireUser: RequireUser = async (request) => toUser(await sessions.requireUser(request))
  const toGuard = (permissions: Permissions, stepUp: boolean): HostGuard => {
    const access = { permissions, stepUp }
    const guard: RequireUser = async (request) => {
      requireDeclared(request, access)
      const signedIn = await requireRole(deps, request, permissions)
      if (stepUp) await requireStepUp(deps, signedIn)
      return toUser(signedIn.user)
    }
    return Object.assign(guard, { access })
  }
  const requireHost: RequireHost = (...permissions) => toGuard(permissions, false)
  const requireHostStepUp: RequireHost = (...permissions) => toGuard(permissions, true)
  const mayDeleteTestDonations: HostRules['mayDeleteTestDonations'] = async ({ role }) => {
    if (hasPermission(role, 'settings')) return true
    return role === null && deps.payments !== 'live' && !(await hosts.areNamed())
  }
  const requireOwnerStepUp = requireHostStepUp('settings')
  const requireDeleter: RequireUser = async (request) => {
    const user = await requireUser(request)
    const isOpenToAll = user.role === null && (await mayDeleteTestDonations(user))
    return isOpenToAll ? user : requireOwnerStepUp(request)
  }

  return {
    requireUser,
    requireHost,
    requireHostStepUp,
    mayDeleteTestDonations,
    requireTestDonationsDeleter: Object.assign(requireDeleter, {
      access: requireOwnerStepUp.access,
    }),
  }
}

async function requireRole(
  deps: HostRulesDeps,
  request: FastifyRequest,
  permissions: Permissions,
): Promise<SignedIn> {
  const signedIn = await deps.sessions.require(request)
  const role = deps.hosts.roleOf(signedIn.user)
  if (role === null) throw onlyTheHost()
  if (!permissions.some((permission) => hasPermission(role, permission))) throw otherRole()
  if (deps.payments === 'live') await requireSecondFactor(deps, signedIn, role)
  return signedIn
}

async function requireSecondFactor(
  deps: HostRulesDeps,
  { user, session }: SignedIn,
  role: HostRole,
): Promise<void> {
  if (!(await deps.hasSecondFactor(user))) {
    if (needsSecondFactor(role)) throw noSecondFactor()
    return
  }
  // The session may be older than the second factor, or of a password login beside a passkey.
  if (!wasShown(session)) throw staleSecondFactor()
}

/** Fails if real money moves here and the session of a host with a second factor must show it. */
async function requireStepUp(deps: HostRulesDeps, { user, session }: SignedIn): Promise<void> {
  if (deps.payments !== 'live' || wasJustShown(session, deps.clock())) return
  if (await deps.hasSecondFactor(user)) throw staleSecondFactor()
}

function onlyTheHost(): AppError {
  return new AppError('permission-denied', 'Only the host may do this.', { reason: 'NOT_HOST' })
}

function otherRole(): AppError {
  return new AppError(
    'permission-denied',
    'Your role in the team does not include this. Ask an owner.',
    { reason: 'ROLE_NOT_ALLOWED' },
  )
}

function noSecondFactor(): AppError {
  return new AppError(
    'permission-denied',
    'Set up a second factor first: with real money the host needs one.',
    { reason: 'SECOND_FACTOR_MISSING' },
  )
}
