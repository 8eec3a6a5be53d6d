import { sql } from 'kysely'
import type { HostRole } from '#contract/host/roles.ts'
import type { HostEntry } from '#contract/hosts.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { AccountMails } from '../mails/account-mails.ts'
import { invalidLink, unconfirmed } from '../mails/confirmations.ts'
import { writeHostNamed, writeHostRemoved } from '../mails/letters.ts'
import type { AccountUser } from '../account-user.ts'
import type { OneTimeTokens } from '../one-time-tokens.ts'
import { findGivenRole, type GivenRole } from './given-role.ts'
import { accept } from './team.ts'
import { changeMember, nameOwner } from './team-store.ts'

const LINK_MS = 10 * 60 * 1000

export type HostCandidate = AccountUser & GivenRole

export interface HostsDeps {
  database: Database
  tokens: OneTimeTokens
  mails: AccountMails
  adminEmail: string | undefined
  publicUrl: string
  clock: () => number
}

export interface Hosts {
  /**
   * Returns the role of an account; null if it is no host, or its address is not confirmed. The
   * account that `ADMIN_EMAIL` names is an owner.
   */
  roleOf(user: HostCandidate): HostRole | null
  /** Returns whether any host is named, even one whose address is not confirmed yet. */
  areNamed(): Promise<boolean>
  /** Makes a one-time link; the first account that opens it becomes an owner. */
  issueLink(): Promise<{ url: string; expiresAt: string }>
  /** Makes an account a host by the token of a one-time link, or of an invitation to it. */
  claim(user: HostCandidate, token: string): Promise<void>
  list(): Promise<HostEntry[]>
  /** Makes an account no host any more; returns false if no link has named it. */
  remove(email: string): Promise<boolean>
}

export function createHosts(deps: HostsDeps): Hosts {
  const { database, adminEmail, tokens, publicUrl, clock } = deps
  return {
    roleOf: (user) => {
      if (!user.emailVerified) return null
      return user.email === adminEmail ? 'owner' : findGivenRole(user)
    },
    areNamed: async () => adminEmail !== undefined || (await listNamed(database)).length > 0,
    issueLink: async () => {
      const token = await tokens.issue('host-link', { userId: '', email: '' }, LINK_MS)
      return {
        url: `${publicUrl}/#host=${token}`,
        expiresAt: new Date(clock() + LINK_MS).toISOString(),
      }
    },
    claim: (user, token) => claim(deps, user, token),
    list: () => list(deps),
    remove: (email) => remove(deps, email),
  }
}

async function claim(deps: HostsDeps, user: HostCandidate, token: string): Promise<void> {
  const { database, tokens, mails, clock } = deps
  if ((await tokens.find('host-link', token)) === undefined) {
    if (await accept(deps, user, token)) return
    throw invalidLink()
  }
  if (!user.emailVerified) throw unconfirmed('be a host')
  if ((await tokens.take('host-link', token)) === undefined) throw invalidLink()
  await database.write(nameOwner, { userId: user.id, at: clock() })
  mails.notify(user, writeHostNamed)
}

async function list({ database, adminEmail }: HostsDeps): Promise<HostEntry[]> {
  const named = await listNamed(database)
  const entries = named.flatMap((host): HostEntry[] => {
    const role = findGivenRole(host)
    return role === null ? [] : [{ email: host.email, by: 'link', role, isActive: true }]
  })
  if (adminEmail === undefined) return entries
  const isActive = await isConfirmed(database, adminEmail)
  return [
    { email: adminEmail, by: 'ADMIN_EMAIL', role: 'owner', isActive },
    ...entries.filter(({ email }) => email !== adminEmail),
  ]
}

async function remove(deps: HostsDeps, email: string): Promise<boolean> {
  const { database, mails, adminEmail, clock } = deps
  const named = (await listNamed(database)).find((host) => host.email === email.toLowerCase())
  if (named === undefined) return false
  const removal = { userId: named.id, role: null, adminEmail, actor: OPERATOR, at: clock() }
  const { done } = await database.write(changeMember, removal)
  if (done) mails.notify({ ...named, emailVerified: true }, writeHostRemoved)
  return done
}

type NamedHost = GivenRole & { id: string; email: string }

/**
 * Lists the accounts that a link has named, in SQL: the library's tables are not in our schema, and
 * its adapter has no filter for 'not null'.
 */
async function listNamed({ reader }: Database): Promise<NamedHost[]> {
  const { rows } = await sql<NamedHost>`select id, email, "namedHostAt", "hostRole" from "user"
    where "namedHostAt" is not null order by "namedHostAt"`.execute(reader)
  return rows
}

async function isConfirmed({ reader }: Database, email: string): Promise<boolean> {
  const { rows } = await sql<{ confirmed: unknown }>`select "emailVerified" as confirmed
    from "user" where email = ${email}`.execute(reader)
  return Boolean(rows[0]?.confirmed)
}
