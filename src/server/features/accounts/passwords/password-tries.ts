import { createHmac } from 'node:crypto'
import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context'
import { z } from 'zod'
import { networksOf } from '#server/http/guards/client-address.ts'
import { tooManyTries, type RateLimits } from '#server/http/guards/rate-limits.ts'
import type { Database } from '#server/infra/database/database.ts'
import { CLIENT_ADDRESS_HEADER } from '../client-address-header.ts'
import { beginTry, cancelTry, findUserId, findWait, forgetFailures } from './failures-store.ts'
import type { KnownDevices } from './known-devices.ts'

/** The library's route that hashes without comparing if no such account exists, to take as long. */
export const LOGIN = '/sign-in/email'

/** The request within which the library hashes or compares a password. */
export interface PasswordRequest {
  /** The library's own name of the route, such as `/sign-in/email`. */
  path: string | undefined
  /** The widest network that the request comes from: one customer owns all of it. */
  client: string
  cookie: string | null | undefined
  /** The account, where somebody is signed in. */
  user: { id: string; email: string } | undefined
  /** The account, where somebody names one. */
  namedEmail: string | undefined
}

export interface PasswordTriesOptions {
  database: Database
  devices: KnownDevices
  limits: Pick<RateLimits, 'spendByKey'>
  /** Keeps what is stored of failures from telling whose they are. */
  secret: string
  clock: () => number
}

/** Counts tries of passwords by account, and refuses those that come too fast. */
export interface PasswordTries {
  /** Compares a password, unless the account's last failures forbid it just now. */
  count(request: PasswordRequest, compare: () => Promise<boolean>): Promise<boolean>
  /** Fails where `count` would. */
  refuseBlocked(request: PasswordRequest): Promise<void>
  /** Forgets what strangers failed at: the owner has shown that the account is theirs. */
  forgive(email: string): Promise<void>
}

/** The fields that are used here of the library's context for the route that it is in. */
const endpointSchema = z.object({
  path: z.string().optional(),
  headers: z.instanceof(Headers).optional(),
  body: z.unknown(),
  context: z.object({
    session: z.object({ user: z.object({ id: z.string(), email: z.string() }) }).nullish(),
  }),
})

const bodySchema = z.object({ email: z.string() })

const OUTSIDE: PasswordRequest = {
  path: undefined,
  client: 'none',
  cookie: undefined,
  user: undefined,
  namedEmail: undefined,
}

/** Asks the library which of its routes it is in. */
export function readPasswordRequest(): PasswordRequest {
  const endpoint: unknown = tryGetCurrentAuthEndpointContext()
  if (endpoint === undefined) return OUTSIDE
  const { path, headers, body, context } = endpointSchema.parse(endpoint)
  const ip = headers?.get(CLIENT_ADDRESS_HEADER) ?? undefined
  return {
    path,
    client: ip === undefined ? OUTSIDE.client : widestNetwork(ip),
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
 * Failures of strangers delay strangers, from wherever they come and whether there is such an
 * account or not. A browser in which the owner has logged in before has a count of its own, so that
 * nobody can keep them out. Whoever is signed in has a budget too.
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
