import { getMigrations } from 'better-auth/db/migration'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hasPermission } from '#contract/host/roles.ts'
import type { User } from '#server/http/guards/session.ts'
import type { Database } from '#server/infra/database/database.ts'
import { gatherReads } from '#server/infra/database/gather-reads.ts'
import { isOneOf } from '#server/infra/database/is-one-of.ts'
import type { Mail } from '#server/infra/mail/mailer.ts'
import { indexEmails } from './account-search.ts'
import { accountTableSettings } from './auth.ts'
import { createHostRules, type HostRules } from './hosts/host-rules.ts'
import { findMembers, type MemberRow } from './hosts/team-store.ts'
import { createParts, type AccountsOptions, type OnConfirmed } from './parts.ts'
import { hasPasskey } from './second-factor/passkeys.ts'
import { accountRoutes } from './routes.ts'
import type { SignedIn } from './sessions/sessions.ts'
import { requireOwnerProof, type OwnerProof } from './step-up.ts'

export { ownerProofBody } from './bodies.ts'

/** The address of an account, and whether its owner has confirmed it. */
export interface Recipient {
  email: string
  isConfirmed: boolean
}

/** Returns the user who makes a request, or fails unless they prove that the account is theirs. */
export type RequireOwner = (request: FastifyRequest, proof: OwnerProof) => Promise<User>

export interface Accounts extends HostRules {
  routes: FastifyPluginAsync
  requireOwner: RequireOwner
  /** Returns the address of an account, or undefined if there is no such account. */
  findRecipient(userId: string): Promise<Recipient | undefined>
  /** Sends a mail to each host who answers for money: owners and treasurers. */
  tellHosts(mail: Omit<Mail, 'to'>): Promise<void>
  /** Lists the owners, who may do everything. */
  listOwners(): Promise<MemberRow[]>
  /** Calls `listener` with the id of each account whose address gets confirmed. */
  onConfirmed(listener: OnConfirmed): void
  /** The number of passwords that wait for their turn to be hashed. */
  readonly waitingPasswords: number
  /** Resolves when background work and the mails that are being sent have ended. */
  close(): Promise<void>
}

/** Migrates the tables of accounts, then opens the accounts. */
export async function openAccounts(
  options: AccountsOptions & { operatorToken: string },
): Promise<Accounts> {
  const { database, clock, operatorToken, adminEmail } = options
  const { payments } = options.publicConfig
  const listeners: OnConfirmed[] = []
  const parts = createParts(options, async (userId) => {
    for (const listener of listeners) await listener(userId)
  })
  await migrateAccounts(options, parts.auth.options)
  const { sessions, hosts, background, post } = parts
  const hasSecondFactor = async ({ id, twoFactorEnabled }: SignedIn['user']) =>
    twoFactorEnabled === true || (await hasPasskey(database, id))
  const rules = createHostRules({ sessions, hosts, payments, hasSecondFactor, clock })
  return {
    ...rules,
    requireOwner: async (request, proof) => {
      await requireOwnerProof(parts, request, await sessions.require(request), proof)
      return rules.requireUser(request)
    },
    routes: accountRoutes({ ...parts, ...rules, operatorToken, adminEmail }),
    findRecipient: gatherReads((userIds) => findRecipients(database, userIds)),
    tellHosts: async (mail) => {
      const told = (await hosts.list()).filter(({ role }) => hasPermission(role, 'money'))
      for (const [index, { email: to }] of told.entries()) {
        const key = `${mail.key}-${index}`
        await options.mailer.send({ ...mail, to, key, senderName: options.campaign.current.title })
      }
    },
    listOwners: async () => {
      const members = await findMembers(database.reader, adminEmail)
      return members.filter(({ role }) => role === 'owner')
    },
    onConfirmed: (listener) => void listeners.push(listener),
    get waitingPasswords() {
      return parts.passwords.waiting
    },
    close: async () => {
      await background.idle()
      await post.close()
    },
  }
}

async function migrateAccounts(
  { database, sharedClock }: Pick<AccountsOptions, 'database' | 'sharedClock'>,
  settings: Parameters<typeof getMigrations>[0],
): Promise<void> {
  await database.exclusively(async () => {
    const { runMigrations } = await getMigrations(settings)
    await runMigrations()
    await indexEmails(database)
    await deleteUnfinishedSignUps(database, await sharedClock.read())
  })
}

/** Creates the tables of accounts in a database that no server has opened yet. */
export async function createAccountTables(database: Database): Promise<void> {
  const { runMigrations } = await getMigrations(accountTableSettings(database))
  await runMigrations()
  await indexEmails(database)
}

async function findRecipients(
  { reader }: Database,
  userIds: readonly string[],
): Promise<Map<string, Recipient>> {
  const { rows } = await sql<{ id: string; email: string; confirmed: unknown }>`
    select id, email, "emailVerified" as confirmed
    from "user" where ${isOneOf('id', userIds)}`.execute(reader)
  return new Map(
    rows.map(({ id, email, confirmed }) => [id, { email, isConfirmed: Boolean(confirmed) }]),
  )
}

const SIGN_UP_MS = 60_000

/**
 * Deletes users without a password. A sign-up writes the user, then the password; if the process
 * died between the two, nobody could log in to that account or sign up with its address again.
 * `now` is by the clock that dates users, on whichever node they sign up.
 */
async function deleteUnfinishedSignUps(
  { autocommit, dialect }: Database,
  now: number,
): Promise<void> {
  const before = new Date(now - SIGN_UP_MS)
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

export { findAccountsByEmail, findEmails } from './account-search.ts'
export { readTeamVersion } from './hosts/team-store.ts'
