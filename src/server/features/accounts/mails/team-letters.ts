import type { HostRole } from '#contract/host/roles.ts'
import type { Letter } from '#server/infra/mail/letter.ts'
import { link, write, writeHostRemoved, writeNotice, type LetterContext } from './letters.ts'

/** The things that a role may do, as the end of a sentence. */
const RIGHTS: Record<HostRole, string> = {
  owner: 'do everything, also change the team',
  treasurer: 'see donations, refund them and export them',
  moderator: 'decide about names and messages',
}

/** Writes the mail with the link that makes its reader a member of the hosts' team. */
export function writeInvitation(
  context: LetterContext,
  { role, token }: { role: HostRole; token: string },
): Letter {
  return write(context, {
    subject: `You are invited as ${role}`,
    lead: `You are invited to help run this page, as ${role}.`,
    details: `A ${role} may ${RIGHTS[role]}. Log in with this email first, or sign up with it and confirm it. The link works once, for 7 days. If you do not know who invites you, ignore this message: without the link nothing happens.`,
    link: link(context, 'Accept the invitation', 'host', token),
  })
}

/** Writes the notice that an account has joined the team. */
export function writeMemberJoined(context: LetterContext, role: HostRole): Letter {
  return writeNotice(context, {
    subject: 'You are in the team now',
    lead: `Your account is a ${role} of this page now.`,
    details: `It may ${RIGHTS[role]}, at ${context.publicUrl}/host.`,
  })
}

/** Writes the notice that a member has another role, or none any more. */
export function writeRoleChanged(context: LetterContext, role: HostRole | null): Letter {
  if (role === null) return writeHostRemoved(context)
  return writeNotice(context, {
    subject: 'Your role has changed',
    lead: `Your account is a ${role} of this page now.`,
    details: `It may ${RIGHTS[role]}, at ${context.publicUrl}/host.`,
  })
}

/** Writes the notice to the owner who changed the team. */
export function writeTeamChanged(context: LetterContext, what: string): Letter {
  return writeNotice(context, {
    subject: 'You have changed the team',
    lead: what,
    details: 'If this was not you, reset your password now and end all other sessions.',
  })
}
