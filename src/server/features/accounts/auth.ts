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
/** The time after which an unused session ends, in seconds. */
const IDLE_S = 30 * DAY_S
const RESET_S = 10 * 60
const MIN_PASSWORD_LENGTH = 8

export interface AuthOptions {
  database: Database
  publicUrl: string
  secret: string
  clock: () => number
  passwords: Passwords
  devices: KnownDevices
  /** Sends the token of a requested password reset; must not wait for the mail. */
  sendPasswordReset: (user: AccountUser, token: string) => Promise<void>
  /** Runs after the link in a mail has reset an account's password. */
  onPasswordReset: (user: AccountUser) => Promise<void>
  /** Runs after an account has turned its second factor on. */
  onSecondFactorOn: (user: AccountUser) => void
}

/** The auth library, set up for the product. */
export type Auth = ReturnType<typeof createAuth>

export function createAuth(options: AuthOptions) {
  return betterAuth(toBetterAuthOptions(options))
}

function toBetterAuthOptions(options: AuthOptions) {
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
    user: { additionalFields: USER_FIELDS },
    databaseHooks: { user: { create: { before: async () => dateUser(options.clock()) } } },
    session: {
      expiresIn: IDLE_S,
      updateAge: DAY_S,
      // The library never asks for a fresh session: sensitive actions ask for the password instead.
      freshAge: 0,
      additionalFields: SESSION_FIELDS,
    },
    // Hashed, so that nobody who reads the database can use the tokens in it.
    verification: { storeIdentifier: 'hashed' },
    plugins: [
      refuseGuessablePasswords({ publicUrl, minLength: MIN_PASSWORD_LENGTH }),
      // Our own guard counts tries: over all challenges of an account, and for step-ups too.
      twoFactor({ issuer: PRODUCT, accountLockout: { enabled: false } }),
      setUpPasskeys({ publicUrl, product: PRODUCT }),
      guardSecondFactor(options),
      // Must come last, see `rememberDevices`.
      rememberDevices(options.devices, { secure: https }),
    ],
    ...DISABLED,
    advanced: {
      // The tables are migrated before anybody is served. The library would look at them now, and
      // refuse everybody for ever if another node had just not created them yet.
      database: { validateSchema: false },
      useSecureCookies: false,
      cookiePrefix: sessionCookiePrefix(publicUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  } satisfies BetterAuthOptions
}

/** The fields of an account besides the library's own; no browser may send them. */
const USER_FIELDS = {
  /** The time when this account was made a host; null for all others. */
  namedHostAt: { type: 'date', required: false, input: false },
  /** The role of a host; null for owners named before there were roles, and for donors. */
  hostRole: { type: 'string', required: false, input: false },
} as const

/** Dates a new user by the clock of all nodes; the library would take the node's own. */
function dateUser(now: number) {
  const at = new Date(now)
  return { data: { createdAt: at, updatedAt: at } }
}

const SESSION_FIELDS = {
  /** The time when this session last showed the second factor. */
  secondFactorAt: { type: 'date', required: false, input: false },
} as const

/** Returns the part of the library's options that decides which tables and columns there are. */
export function accountTableSettings({ autocommit, dialect }: Database) {
  return {
    database: { db: autocommit, type: dialect },
    user: { additionalFields: USER_FIELDS },
    session: { additionalFields: SESSION_FIELDS },
    plugins: [
      twoFactor({ accountLockout: { enabled: false } }),
      setUpPasskeys({ publicUrl: 'http://localhost', product: PRODUCT }),
    ],
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions
}

/** Options that turn off what the product does itself. */
const DISABLED = {
  // The product's own limiter guards these routes, like all others.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error', log: (_level, _message, ...details) => throwIfUnavailable(details) },
  // Unexpected errors reach the server's own error handler.
  onAPIError: { throw: true },
} satisfies BetterAuthOptions

/**
 * Drops the library's log, because it names people who sign in. Throws if the database is
 * unavailable: the library reports that to its log alone, and tells the person that their data was
 * wrong.
 */
function throwIfUnavailable(details: readonly unknown[]): void {
  const away = details.find((detail) => detail instanceof StorageUnavailableError)
  if (away !== undefined) throw away
}
