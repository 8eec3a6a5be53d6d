import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { ROUTES } from '#contract/routes.ts'
import { ownOrigins } from '#server/http/guards/security.ts'
import { sessionCookiePrefix } from '#server/http/guards/session.ts'
import type { Database } from '#server/infra/database/database.ts'
import { StorageUnavailableError } from '#server/infra/database/storage-failures.ts'
import type { AccountUser } from './account-user.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts'
import { rememberDevices, type KnownDevices } from './passwords/known-devices.ts'
import { setUpPasskeys } from './second-factor/passkeys.ts'
import { refuseGuessablePasswords } from './passwords/password-rules.ts'
import type { Passwords } from './passwords/passwords.ts'
import { guardSecondFactor } from './second-factor/second-factor.ts'

const PRODUCT = 'Donation Royale'

const DAY_S = 24 * 60 * 60
/** A session that nobody uses ends after this. */
const IDLE_S = 30 * DAY_S
const RESET_S = 10 * 60
const MIN_PASSWORD_LENGTH = 8

export interface LibraryOptions {
  database: Database
  publicUrl: string
  secret: string
  clock: () => number
  passwords: Passwords
  devices: KnownDevices
  /** Is given the token of a password reset that was asked for; must not wait for the mail. */
  sendPasswordReset: (user: AccountUser, token: string) => Promise<void>
  /** Is told of an account whose password was reset by the link in a mail. */
  onPasswordReset: (user: AccountUser) => Promise<void>
  /** Is told of an account that has turned its second factor on. */
  onSecondFactorOn: (user: AccountUser) => void
}

/** The auth library, set up for the product. */
export type Library = ReturnType<typeof createLibrary>

export function createLibrary(options: LibraryOptions) {
  return betterAuth(librarySettings(options))
}

function librarySettings(options: LibraryOptions) {
  const { database, publicUrl, secret } = options
  const https = publicUrl.startsWith('https:')
  return {
    appName: PRODUCT,
    baseURL: publicUrl,
    basePath: ROUTES.auth,
    secret,
    database: { db: database.autocommit, type: database.dialect },
    trustedOrigins: [...ownOrigins(publicUrl)],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: 128,
      password: options.passwords,
      resetPasswordTokenExpiresIn: RESET_S,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => options.sendPasswordReset(user, token),
      onPasswordReset: ({ user }) => options.onPasswordReset(user),
    },
    user: {
      additionalFields: {
        /** When the one-time link made this account a host; null for all others. */
        namedHostAt: { type: 'date', required: false, input: false },
      },
    },
    session: {
      expiresIn: IDLE_S,
      updateAge: DAY_S,
      // Actions that need more than a session ask for the password.
      freshAge: 0,
      additionalFields: {
        /** When this session last showed the second factor. */
        secondFactorAt: { type: 'date', required: false, input: false },
      },
    },
    // A person who reads the database cannot use the tokens in it.
    verification: { storeIdentifier: 'hashed' },
    plugins: [
      refuseGuessablePasswords({ publicUrl, minLength: MIN_PASSWORD_LENGTH }),
      // Tries are counted by our own guard, over all challenges and for step-ups too.
      twoFactor({ issuer: PRODUCT, accountLockout: { enabled: false } }),
      setUpPasskeys({ publicUrl, product: PRODUCT }),
      guardSecondFactor(options),
      // Comes last, see there.
      rememberDevices(options.devices, { secure: https }),
    ],
    ...QUIET,
    advanced: {
      useSecureCookies: false,
      cookiePrefix: sessionCookiePrefix(publicUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  } satisfies BetterAuthOptions
}

/** Options for the matters that the product handles in its own way. */
const QUIET = {
  // The product's own limiter guards these routes, like all others.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error', log: (_level, _message, ...details) => throwHidden(details) },
  // Unexpected failures are answered as everywhere else.
  onAPIError: { throw: true },
} satisfies BetterAuthOptions

/**
 * Nothing of the library's log is written, because it names people who sign in. But of a database
 * that is away it tells its log alone, and the person that their data was wrong.
 */
function throwHidden(details: readonly unknown[]): void {
  const away = details.find((detail) => detail instanceof StorageUnavailableError)
  if (away !== undefined) throw away
}
