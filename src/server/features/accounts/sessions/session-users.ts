import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { queryByKeys } from '#server/infra/database/compile-once.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { gatherReads } from '#server/infra/database/gather-reads.ts'
import { isOneOf } from '#server/infra/database/is-one-of.ts'
import type { HostCandidate } from '../hosts/hosts.ts'

/** An account, and the session in which it makes a request. */
export interface SessionUser {
  user: HostCandidate
  session: { createdAt: Date; expiresAt: Date }
}

/** A moment as the library stores it: text on SQLite, a timestamp on PostgreSQL. */
type Moment = string | Date

interface Row {
  token: string
  createdAt: Moment
  expiresAt: Moment
  id: string
  email: string
  emailVerified: unknown
  namedHostAt: Moment | null
  hostRole: string | null
}

export interface SessionUsersOptions {
  database: Database
  /** The key with which the library signs its cookies. */
  secret: string
}

/**
 * Returns a function that finds the account of a session's cookie with the least work, for the
 * requests that a donation is made of; undefined if the cookie is not signed by us or names no
 * session. The library's own way takes two queries and a millisecond.
 */
export function createSessionUsers({
  database,
  secret,
}: SessionUsersOptions): (cookie: string) => Promise<SessionUser | undefined> {
  const findByToken = gatherReads((tokens: readonly string[]) => findMany(database, tokens))
  return async (cookie) => {
    const token = findSignedToken(cookie, secret)
    return token === undefined ? undefined : findByToken(token)
  }
}

/** Returns the token of a cookie as better-call signs it, `TOKEN.SIGNATURE`. */
function findSignedToken(cookie: string, secret: string): string | undefined {
  const end = cookie.lastIndexOf('.')
  if (end < 1) return undefined
  const token = cookie.slice(0, end)
  const signature = Buffer.from(cookie.slice(end + 1))
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
  return isOurs ? token : undefined
}

const selectByTokens = queryByKeys((reader: Reader, tokens: readonly string[]) => {
  const query = sql<Row>`
    select s.token, s."createdAt", s."expiresAt",
      u.id, u.email, u."emailVerified", u."namedHostAt", u."hostRole"
    from "session" s join "user" u on u.id = s."userId"
    where ${isOneOf('s.token', tokens)}`
  return { compile: () => query.compile(reader) }
})

async function findMany(
  { reader }: Database,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, SessionUser>> {
  const rows = await selectByTokens(reader, tokens)
  return new Map(rows.map((row) => [row.token, toSessionUser(row)]))
}

function toSessionUser({ token: _token, createdAt, expiresAt, ...user }: Row): SessionUser {
  return {
    user: { ...user, emailVerified: Boolean(user.emailVerified) },
    session: { createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) },
  }
}
