import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'
import type { Database } from '../../infra/database/database.ts'
import { StorageUnavailableError } from '../../infra/database/storage-failures.ts'
import { ownOrigins } from '../../http/security.ts'
import { sessionCookiePrefix, type User } from '../../http/session.ts'

/** Carries the address that the server has made out, because the library reads only headers. */
export const CLIENT_ADDRESS_HEADER = 'x-royale-client-address'

const SESSION_S = 30 * 24 * 60 * 60
const SESSION_RENEWAL_S = 24 * 60 * 60

export interface AccountsOptions {
  database: Database
  publicUrl: string
  secret: string
  adminEmail: string | undefined
}

export interface Accounts {
  /** The library's own routes, under `/api/auth`. */
  handle(request: Request): Promise<Response>
  requireUser(request: FastifyRequest): Promise<User>
  /** The address of somebody who may be away just now; undefined where there is no such account. */
  findEmail(userId: string): Promise<string | undefined>
}

/** Opens the accounts; brings their tables up to date first. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { database } = options
  const settings = accountSettings(options)
  await database.exclusively(async () => {
    const { runMigrations } = await getMigrations(settings)
    await runMigrations()
    await forgetUnfinishedSignUps(database)
  })
  const auth = betterAuth(settings)
  return {
    handle: (request) => auth.handler(request),
    requireUser: async ({ headers }) => {
      const session = await auth.api.getSession({ headers: cookiesOf(headers) })
      if (session === null) throw new AppError('unauthenticated', 'Please log in first.')
      const { id, email } = session.user
      return { id, email, isHost: email === options.adminEmail }
    },
    findEmail: (userId) => findEmail(database, userId),
  }
}

async function findEmail({ reader }: Database, userId: string): Promise<string | undefined> {
  const found = await sql<{ email: string }>`select email from "user"
    where id = ${userId}`.execute(reader)
  return found.rows[0]?.email
}

function cookiesOf({ cookie }: FastifyRequest['headers']): Headers {
  return new Headers(cookie === undefined ? {} : { cookie })
}

function accountSettings({ database, publicUrl, secret }: AccountsOptions) {
  const https = publicUrl.startsWith('https:')
  return {
    appName: 'Donation Royale',
    baseURL: publicUrl,
    basePath: ROUTES.auth,
    secret,
    database: { db: database.autocommit, type: database.dialect },
    trustedOrigins: [...ownOrigins(publicUrl)],
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    session: { expiresIn: SESSION_S, updateAge: SESSION_RENEWAL_S },
    // The product's own limiter guards these routes, like all others.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, _message, ...details) => throwHidden(details) },
    // What fails unexpectedly is answered as everywhere else.
    onAPIError: { throw: true },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: sessionCookiePrefix(publicUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  } satisfies BetterAuthOptions
}

/**
 * Nothing of the library's log is written, because it names people who sign in. But of a database
 * that is away it tells its log alone, and the person that their data was wrong.
 */
function throwHidden(details: readonly unknown[]): void {
  const away = details.find((detail) => detail instanceof StorageUnavailableError)
  if (away !== undefined) throw away
}

const SIGN_UP_MS = 60_000

/**
 * A sign-up writes the user, then the password. Where the process died between the two, the
 * address would be taken by an account that nobody can open.
 */
async function forgetUnfinishedSignUps({ autocommit, dialect }: Database): Promise<void> {
  const before = new Date(Date.now() - SIGN_UP_MS)
  await autocommit
    .deleteFrom('user')
    .where('createdAt', '<', dialect === 'sqlite' ? before.toISOString() : before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account').select('account.id').whereRef('account.userId', '=', 'user.id'),
        ),
      ),
    )
    .execute()
}
