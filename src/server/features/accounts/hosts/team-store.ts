import { sql } from 'kysely'
import type { HostRole } from '#contract/host/roles.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import { findGivenRole, type GivenRole } from './given-role.ts'

/** An account of the team, as the library's table has it. */
export interface MemberRow {
  id: string
  email: string
  role: HostRole
  hasSecondFactor: boolean
}

/** Lists the accounts with a confirmed address that are hosts, the first named first. */
export async function findMembers(
  reader: Reader,
  adminEmail: string | undefined,
): Promise<MemberRow[]> {
  const { rows } = await sql<
    GivenRole & { id: string; email: string; totp: unknown; passkey: unknown }
  >`select "user".id, "user".email, "namedHostAt", "hostRole", "twoFactorEnabled" as totp,
      exists (select 1 from passkey where passkey."userId" = "user".id) as passkey
    from "user"
    where "emailVerified" and ("namedHostAt" is not null or "user".email = ${adminEmail ?? ''})
    order by "namedHostAt", "user".email`.execute(reader)
  return rows.flatMap(({ id, email, totp, passkey, ...given }) => {
    const role = email === adminEmail ? 'owner' : findGivenRole(given)
    return role === null
      ? []
      : [{ id, email, role, hasSecondFactor: Boolean(totp) || Boolean(passkey) }]
  })
}

/** Locks the team until the transaction ends, so that what is read of it stays true. */
export async function lockTeam(writer: Writer): Promise<void> {
  await writer
    .updateTable('team_head')
    .set({ version: sql`version + 1` })
    .execute()
}

/** Returns the number of changes of the team so far. */
export async function readTeamVersion(reader: Reader): Promise<number> {
  const { version } = await reader
    .selectFrom('team_head')
    .select('version')
    .executeTakeFirstOrThrow()
  return version
}

export interface MemberChange {
  userId: string
  /** The new role; null to remove the member. */
  role: HostRole | null
  adminEmail: string | undefined
  actor: AuditActor
  at: number
}

/** The member as they were, or the reason why nothing was changed. */
export type MemberChangeResult =
  | { done: true; email: string; was: HostRole }
  | { done: false; reason: 'no-member' | 'by-admin-email' | 'last-owner' }

/**
 * Changes a member's role or removes them, but never the last owner: two owners who remove each
 * other at once are decided one after the other.
 */
export const changeMember = writeEach(
  'team.change-member',
  async (writer, change: MemberChange): Promise<MemberChangeResult> => {
    const { userId, role, adminEmail } = change
    await lockTeam(writer)
    const members = await findMembers(writer, adminEmail)
    const member = members.find(({ id }) => id === userId)
    if (member === undefined) return { done: false, reason: 'no-member' }
    if (member.email === adminEmail) return { done: false, reason: 'by-admin-email' }
    // The operator can always name another owner.
    if (member.role === 'owner' && role !== 'owner' && change.actor.role !== 'operator') {
      const isLast = !members.some((other) => other.role === 'owner' && other.id !== userId)
      if (isLast) return { done: false, reason: 'last-owner' }
    }
    if (member.role !== role) await applyChange(writer, change, member)
    return { done: true, email: member.email, was: member.role }
  },
)

async function applyChange(
  writer: Writer,
  { userId, role, actor, at }: MemberChange,
  { role: was }: MemberRow,
): Promise<void> {
  await (
    role === null
      ? sql`update "user" set "namedHostAt" = null, "hostRole" = null where id = ${userId}`
      : sql`update "user" set "hostRole" = ${role} where id = ${userId}`
  ).execute(writer)
  await recordAudit(writer, {
    at,
    actor,
    action: role === null ? 'member.removed' : 'member.role_changed',
    subject: { kind: 'member', id: userId },
    before: { role: was },
    after: role === null ? null : { role },
  })
}

/** Makes an account a host in a role; `by` says how it came to it. */
export async function nameHost(
  writer: Writer,
  { userId, role, by, at }: { userId: string; role: HostRole; by: string; at: number },
): Promise<void> {
  await sql`update "user" set "namedHostAt" = ${new Date(at).toISOString()}, "hostRole" = ${role}
    where id = ${userId}`.execute(writer)
  await recordAudit(writer, {
    at,
    actor: { id: userId, role },
    action: 'member.joined',
    subject: { kind: 'member', id: userId },
    before: null,
    after: { role, by },
  })
}

/** Makes the account that opened the operator's one-time link an owner. */
export const nameOwner = writeEach(
  'team.name-owner',
  async (writer, { userId, at }: { userId: string; at: number }) => {
    await lockTeam(writer)
    await nameHost(writer, { userId, role: 'owner', by: 'link', at })
    return null
  },
)
