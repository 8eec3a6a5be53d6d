import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import type { AccountParts } from './parts.ts'
import { requireCode, requirePassword } from './proofs.ts'
import { hasPasskey } from './second-factor/passkeys.ts'
import type { SignedIn } from './sessions/sessions.ts'

/** The time for which a second factor counts as just shown, ms. */
const STEP_UP_MS = 10 * 60 * 1000

/** Returns whether a session has ever shown a second factor. */
export function wasShown({ secondFactorAt }: SignedIn['session']): boolean {
  return secondFactorAt !== null && secondFactorAt !== undefined
}

/** Returns whether a session has just shown a second factor. */
export function wasJustShown({ secondFactorAt }: SignedIn['session'], now: number): boolean {
  if (secondFactorAt === null || secondFactorAt === undefined) return false
  return now - secondFactorAt.getTime() < STEP_UP_MS
}

/**
 * Fails if a host's only second factors are passkeys and this session has not just shown one. Such
 * a host can still log in with the password, which alone must not be enough to add another factor.
 */
export async function requirePasskeyOfHost(
  { hosts, database, clock }: Pick<AccountParts, 'hosts' | 'database' | 'clock'>,
  { user, session }: SignedIn,
): Promise<void> {
  if (user.twoFactorEnabled === true || hosts.roleOf(user) === null) return
  if (wasJustShown(session, clock()) || !(await hasPasskey(database, user.id))) return
  throw staleSecondFactor()
}

export interface OwnerProof {
  password: string
  code?: string | undefined
}

/** Fails unless the request has the account's password, and a code if it has a second factor. */
export async function requireOwnerProof(
  parts: Pick<AccountParts, 'auth' | 'hosts' | 'database' | 'clock'>,
  request: FastifyRequest,
  signedIn: SignedIn,
  { password, code = '' }: OwnerProof,
): Promise<void> {
  await requirePassword(parts.auth, request, password)
  await requirePasskeyOfHost(parts, signedIn)
  if (signedIn.user.twoFactorEnabled === true) await requireCode(parts.auth, request, code)
}

export function staleSecondFactor(): AppError {
  return new AppError(
    'permission-denied',
    'Show your second factor again: enter a code, or log in with your passkey.',
    { reason: 'SECOND_FACTOR_STALE' },
  )
}
