import { createHmac } from 'node:crypto'
import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context'
import { z } from 'zod'
import { networksOf } from '#server/http/guards/client-address.ts'
import { tooManyTries, type RateLimits } from '#server/http/guards/rate-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
import { CLIENT_ADDRESS_HEADER } from '../client-address-header.ts'
import { beginTry, cancelTry, findUserId, findWait, forgetFailures } from './failures-store.ts'
import type { KnownDevices } from './known-devices.ts'

/** The login route, where the library hashes even if there is no account, to take as long. */
export const LOGIN = '/sign-in/email'

/** The request during which the library hashes or compares a password. */
export interface PasswordRequest {
  /** The path of the library's route, such as `/sign-in/email`. */
  path: string | undefined
  /** The key of the widest network that the request comes from: one customer owns all of it. */
  client: string
  cookie: string | null | undefined
  /** The account that is signed in, if any. */
  user: { id: string; email: string } | undefined
  /** The email in the request's body, if any. */
  namedEmail: string | undefined
}

export interface PasswordTriesOptions {
  database: Database
  devices: KnownDevices
  limits: Pick<RateLimits, 'spendByKey'>
  /** Keys the HMAC of account names, so that stored failures do not reveal whose they are. */
  secret: string
  clock: () => number
}

/** Counts tries of passwords by account, and refuses those that come too fast. */
export interface PasswordTries {
  /** Runs `compare`, unless the account must wait after its last failures. */
  count(request: PasswordRequest, compare: () => Promise<boolean>): Promise<boolean>
  /** Fails if `count` would refuse. */
  refuseBlocked(request: PasswordRequest): Promise<void>
  /** Deletes the failures of strangers after the owner has proved that the account is theirs. */
  forgive(email: string): Promise<void>
}

/** The fields that are read of the library's context for the route that it runs. */
const endpointSchema = z.object({
  path: z.string().optional(),
  headers: z.instanceof(Headers).optional(),
  body: z.unknown(),
  context: z.object({
    session: z.object({ user: z.object({ id: z.string(), email: z.string() }) }).nullish(),
  }),
})

const bodySchema = z.object({ email: z.string() })

const NO_REQUEST: PasswordRequest = {
  path: undefined,
  client: 'none',
  cookie: undefined,
  user: undefined,
  namedEmail: undefined,
}

/** Reads from the library's context which of its routes it runs, and for whom. */
export function readPasswordRequest(): PasswordRequest {
  const endpoint: unknown = tryGetCurrentAuthEndpointContext()
  if (endpoint === undefined) return NO_REQUEST
  const { path, headers, body, context } = endpointSchema.parse(endpoint)
  const ip = headers?.get(CLIENT_ADDRESS_HEADER) ?? undefined
  return {
    path,
    client: ip === undefined ? NO_REQUEST.client : widestNetwork(ip),
    cookie: headers?.get('cookie'),
    user: context.session?.user,
    namedEmail: bodySchema.safeParse(body).data?.email,
  }
}

function widestNetwork(ip: string): string {
  const [client, ...wider] = networksOf(ip)
  return (wider.at(-1) ?? client).key
}

/**
 * Creates the counter of tries. Failures of strangers delay strangers, from any address and whether
 * the account exists or not. A browser in which the owner has logged in before has a count of its
 * own, so that nobody can lock them out. A signed-in user also has a budget.
 */
export function createPasswordTries(options: PasswordTriesOptions): PasswordTries {
  const { database, devices, limits, secret, clock } = options

  const keyOf = (subject: string) =>
    createHmac('sha256', secret).update(`password failures\n${subject}`).digest('base64url')

  async function findKey({ user, namedEmail, cookie }: PasswordRequest) {
    const email = user?.email ?? namedEmail
    if (email === undefined) return undefined
    const userId = user?.id ?? (await findUserId(database, email))
    const device = userId === undefined ? undefined : devices.find(cookie, userId)
    return keyOf(device ?? email.toLowerCase())
  }

  return {
    count: async (request, compare) => {
      if (request.user !== undefined) await limits.spendByKey(request.user.id, 'passwords')
      const key = await findKey(request)
      if (key === undefined) return compare()
      refuse(await database.write(beginTry, { key, now: clock() }))
      let isRight: boolean | undefined
      try {
        isRight = await compare()
        return isRight
      } finally {
        if (isRight === undefined) await database.write(cancelTry, { key, now: clock() })
        if (isRight === true) await database.write(forgetFailures, { key })
      }
    },
    refuseBlocked: async (request) => {
      const key = await findKey(request)
      if (key !== undefined) refuse(await findWait(database.reader, { key, now: clock() }))
    },
    forgive: async (email) => {
      await database.write(forgetFailures, { key: keyOf(email.toLowerCase()) })
    },
  }
}

function refuse(waitMs: number): void {
  if (waitMs > 0) throw tooManyTries(waitMs, 'Too many wrong passwords.')
}
