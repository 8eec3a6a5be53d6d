import type { BetterAuthPlugin, GenericEndpointContext, HookEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import type { Database } from '#server/infra/database/database.ts'
import type { AccountUser } from '../account-user.ts'
import { beginCodeTry, claimCode, forgetCodeTries } from '../store.ts'

const TOTP_PATH = '/two-factor/verify-totp'
const CODE_PATHS: ReadonlySet<string> = new Set([TOTP_PATH, '/two-factor/verify-backup-code'])
const PASSKEY_PATH = '/passkey/verify-authentication'

const codeSchema = z.object({ code: z.string() })

/** The library's name of the cookie that it sets after a right password. */
const CHALLENGE_COOKIE = 'two_factor'
const CHALLENGE_PREFIX = '2fa-'

export interface SecondFactorGuardDeps {
  database: Database
  clock: () => number
  onSecondFactorOn: (user: AccountUser) => void
}

/**
 * Adds what the library's second factor lacks: limits tries for each account, also of a signed-in
 * user; accepts a code of an app once; and notes in the session when it last showed a code or a
 * passkey.
 */
export function guardSecondFactor(deps: SecondFactorGuardDeps) {
  const isCode = ({ path = '' }: { path?: string | undefined }) => CODE_PATHS.has(path)
  return {
    id: 'second-factor-guard',
    hooks: {
      before: [
        {
          matcher: isCode,
          handler: createAuthMiddleware(async (context) => countTry(context, deps)),
        },
      ],
      after: [
        {
          matcher: (context) => isCode(context) || context.path === PASSKEY_PATH,
          handler: createAuthMiddleware(async ({ context, path }) =>
            storeSecondFactorTime(context, { ...deps, isTotp: path === TOTP_PATH }),
          ),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function countTry(
  context: GenericEndpointContext,
  { database, clock }: SecondFactorGuardDeps,
): Promise<void> {
  const userId = await findCandidate(context)
  // The library itself refuses a request without an account.
  if (userId === undefined) return
  const now = clock()
  const blockedUntil = await database.write(beginCodeTry, { userId, now })
  if (blockedUntil > 0) throw tooManyTries(blockedUntil - now)
  if (context.path !== TOTP_PATH) return
  const { code } = codeSchema.parse(context.body)
  if (!(await database.write(claimCode, { userId, code, now }))) {
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' })
  }
}

/** Returns the account whose second factor is tried: signed in, or past the password. */
async function findCandidate(context: GenericEndpointContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(context)
  if (session !== null) return session.user.id
  const { createAuthCookie, secret, internalAdapter } = context.context
  const challenge = await context.getSignedCookie(createAuthCookie(CHALLENGE_COOKIE).name, secret)
  // The signature does not cover the cookie's name, so a value from another cookie could come here.
  if (!challenge || !challenge.startsWith(CHALLENGE_PREFIX)) return undefined
  return (await internalAdapter.findVerificationValue(challenge))?.value
}

function tooManyTries(waitMs: number): APIError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new APIError(
    'TOO_MANY_REQUESTS',
    {
      code: 'TOO_MANY_ATTEMPTS',
      message: `Too many wrong codes. Please wait ${wait} and try again.`,
    },
    { 'retry-after': String(seconds) },
  )
}

async function storeSecondFactorTime(
  { returned, session: before, newSession, internalAdapter }: HookEndpointContext['context'],
  { database, clock, onSecondFactorOn, isTotp }: SecondFactorGuardDeps & { isTotp: boolean },
): Promise<void> {
  const now = newSession ?? before
  if (isAPIError(returned) || now === null) return
  await database.write(forgetCodeTries, now.user.id)
  await internalAdapter.updateSession(now.session.token, { secondFactorAt: new Date(clock()) })
  const wasOff = before !== null && before.user['twoFactorEnabled'] !== true
  if (isTotp && wasOff) onSecondFactorOn(now.user)
}
