import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '#contract/app-error.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { Invitation, InviteRequest, Team } from '#contract/host/team.ts'
import { toActor } from '#server/features/audit/audit.ts'
import type { User } from '#server/http/guards/session.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { AccountMails } from '../mails/account-mails.ts'
import { unconfirmed } from '../mails/confirmations.ts'
import {
  writeInvitation,
  writeMemberJoined,
  writeRoleChanged,
  writeTeamChanged,
} from '../mails/team-letters.ts'
import {
  acceptInvitation,
  findInvitation,
  findInvitations,
  inviteMember,
  withdrawInvitation,
  type InvitationRow,
} from './invitations-store.ts'
import { changeMember, findMembers, type MemberChangeResult } from './team-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const INVITATION_MS = 7 * DAY_MS
const TOKEN_BYTES = 32

export interface TeamDeps {
  database: Database
  mails: AccountMails
  adminEmail: string | undefined
  clock: () => number
}

/** The account that opens an invitation. */
export interface Invitee {
  id: string
  email: string
  emailVerified: boolean
}

export async function readTeam({ database, adminEmail, clock }: TeamDeps): Promise<Team> {
  const members = await findMembers(database.reader, adminEmail)
  const invitations = await findInvitations(database.reader)
  return {
    members: members.map(({ id, email, role, hasSecondFactor }) => {
      return { id, email, role, hasSecondFactor, isByAdminEmail: email === adminEmail }
    }),
    invitations: invitations.map((row) => toInvitation(row, clock())),
  }
}

/** Stores an invitation and mails its link, which works once. */
export async function invite(
  deps: TeamDeps,
  by: User,
  request: InviteRequest,
): Promise<Invitation> {
  const { database, mails, adminEmail, clock } = deps
  const { email, role } = request
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock()
  const invitation = {
    id: randomUUID(),
    email,
    role,
    token_hash: hash(token),
    created_at: now,
    expires_at: now + INVITATION_MS,
  }
  const result = await database.write(inviteMember, {
    invitation,
    adminEmail,
    actor: toActor(by),
  })
  if (result !== 'invited') throw refused(result)
  mails.send(email, (context) => writeInvitation(context, { role, token }))
  tell(deps, by, `You have invited ${email} as ${role}.`)
  return toInvitation(invitation, now)
}

export async function withdraw(deps: TeamDeps, by: User, id: string): Promise<void> {
  const actor = toActor(by)
  if (await deps.database.write(withdrawInvitation, { id, actor, at: deps.clock() })) return
  throw refused('no-invitation')
}

/** Changes the role of a member; null removes them. Their next request has the new rights. */
export async function change(
  deps: TeamDeps,
  by: User,
  { userId, role }: { userId: string; role: HostRole | null },
): Promise<void> {
  const { database, mails, adminEmail, clock } = deps
  const result = await database.write(changeMember, {
    userId,
    role,
    adminEmail,
    actor: toActor(by),
    at: clock(),
  })
  if (!result.done) throw refused(result.reason)
  const { email, was } = result
  if (was === role) return
  mails.send(email, (context) => writeRoleChanged(context, role))
  if (userId === by.id) return
  tell(deps, by, role === null ? `You have removed ${email}.` : `You have made ${email} ${role}.`)
}

function tell({ mails }: TeamDeps, { email }: User, what: string): void {
  mails.send(email, (context) => writeTeamChanged(context, what))
}

/**
 * Makes an account a member by the token of its invitation. Returns false if the token is of no
 * valid invitation; fails if the invitation is for another address, or this one is not confirmed.
 */
export async function accept(
  { database, mails, adminEmail, clock }: TeamDeps,
  { id: userId, email, emailVerified }: Invitee,
  token: string,
): Promise<boolean> {
  const tokenHash = hash(token)
  const invitation = await findInvitation(database.reader, tokenHash)
  if (invitation === undefined || invitation.expires_at <= clock()) return false
  if (invitation.email !== email) throw forSomebodyElse()
  if (!emailVerified) throw unconfirmed('be a host')
  const at = clock()
  const role = await database.write(acceptInvitation, { tokenHash, userId, email, adminEmail, at })
  if (role === null) return false
  mails.send(email, (context) => writeMemberJoined(context, role))
  return true
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function toInvitation(row: InvitationRow, now: number): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invitedAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    isExpired: row.expires_at <= now,
  }
}

function forSomebodyElse(): AppError {
  return new AppError(
    'permission-denied',
    'This invitation is for another email. Log in with the account that it was sent to.',
    { reason: 'OTHER_ACCOUNT' },
  )
}

type Refusal =
  | Extract<MemberChangeResult, { done: false }>['reason']
  | 'is-member'
  | 'too-many'
  | 'no-invitation'

const REFUSALS = {
  'no-member': ['not-found', 'This person is not in the team any more.'],
  'by-admin-email': [
    'failed-precondition',
    'This owner is named by ADMIN_EMAIL: change that setting and start again.',
  ],
  'last-owner': [
    'failed-precondition',
    'The team needs an owner. Make somebody else an owner first.',
  ],
  'is-member': ['failed-precondition', 'This person is in the team already.'],
  'too-many': [
    'failed-precondition',
    'There are 20 open invitations, which is the most. Withdraw one first.',
  ],
  'no-invitation': ['not-found', 'This invitation was used or withdrawn already.'],
} as const satisfies Record<Refusal, [AppError['code'], string]>

function refused(reason: Refusal): AppError {
  const [code, message] = REFUSALS[reason]
  return new AppError(code, message, { reason: reason.toUpperCase().replaceAll('-', '_') })
}
