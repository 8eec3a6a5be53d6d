import type { HostRole } from '#contract/host/roles.ts'
import type { Selectable } from 'kysely'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import type { TeamInvitationsTable } from '#server/infra/database/schema/team-tables.ts'
import { findMembers, lockTeam, nameHost } from './team-store.ts'

export type InvitationRow = Selectable<TeamInvitationsTable>

/** The most invitations that may be open at once. */
const MAX_INVITATIONS = 20

export interface NewInvitation {
  invitation: InvitationRow
  adminEmail: string | undefined
  actor: AuditActor
}

export type InviteResult = 'invited' | 'is-member' | 'too-many'

/** Stores an invitation in place of an earlier one to the same address. */
export const inviteMember = writeEach(
  'team.invite',
  async (writer, { invitation, adminEmail, actor }: NewInvitation): Promise<InviteResult> => {
    await lockTeam(writer)
    const { id, email, role, created_at: at } = invitation
    const members = await findMembers(writer, adminEmail)
    if (members.some((member) => member.email === email)) return 'is-member'
    await writer.deleteFrom('team_invitations').where('email', '=', email).execute()
    const open = await findInvitations(writer)
    if (open.length >= MAX_INVITATIONS) return 'too-many'
    await writer.insertInto('team_invitations').values(invitation).execute()
    await recordAudit(writer, {
      at,
      actor,
      action: 'member.invited',
      subject: { kind: 'invitation', id },
      before: null,
      after: { email: maskEmail(email), role },
    })
    return 'invited'
  },
)

/** Returns an address of which one cannot tell whose it is: the audit log keeps it for ever. */
function maskEmail(email: string): string {
  return email.replace(/^(.).*@/u, '$1…@')
}

/** Deletes an invitation; returns false if there is none. */
export const withdrawInvitation = writeEach(
  'team.withdraw-invitation',
  async (
    writer,
    { id, actor, at }: { id: string; actor: AuditActor; at: number },
  ): Promise<boolean> => {
    await lockTeam(writer)
    const [gone] = await writer
      .deleteFrom('team_invitations')
      .where('id', '=', id)
      .returning(['email', 'role'])
      .execute()
    if (gone === undefined) return false
    await recordAudit(writer, {
      at,
      actor,
      action: 'invitation.withdrawn',
      subject: { kind: 'invitation', id },
      before: { email: maskEmail(gone.email), role: gone.role },
      after: null,
    })
    return true
  },
)

export interface Acceptance {
  tokenHash: string
  userId: string
  email: string
  adminEmail: string | undefined
  at: number
}

/**
 * Uses an invitation up and makes the account a host; returns the role, or null if the invitation
 * is not valid any more. Somebody who is a host already keeps the role that they have.
 */
export const acceptInvitation = writeEach(
  'team.accept-invitation',
  async (writer, acceptance: Acceptance): Promise<HostRole | null> => {
    const { tokenHash, userId, email, adminEmail, at } = acceptance
    await lockTeam(writer)
    const [used] = await writer
      .deleteFrom('team_invitations')
      .where('token_hash', '=', tokenHash)
      .where('email', '=', email)
      .where('expires_at', '>', at)
      .returning('role')
      .execute()
    if (used === undefined) return null
    const members = await findMembers(writer, adminEmail)
    const known = members.find(({ id }) => id === userId)
    if (known !== undefined) return known.role
    await nameHost(writer, { userId, role: used.role, by: 'invitation', at })
    return used.role
  },
)

/** Returns the invitation of a token's hash, also one that has expired. */
export async function findInvitation(
  reader: Reader,
  tokenHash: string,
): Promise<InvitationRow | undefined> {
  return reader
    .selectFrom('team_invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Returns the invitations, the latest first. */
export async function findInvitations(reader: Reader): Promise<InvitationRow[]> {
  return reader
    .selectFrom('team_invitations')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}
