import { z } from 'zod'
import { emailSchema } from '../email-schema.ts'
import { HOST_ROLES } from './roles.ts'

/** A member of the hosts' team. */
export const memberSchema = z.object({
  /** The id of the account. */
  id: z.string(),
  email: z.string(),
  role: z.enum(HOST_ROLES),
  hasSecondFactor: z.boolean(),
  /** True if `ADMIN_EMAIL` names this owner, whom only that setting can remove. */
  isByAdminEmail: z.boolean(),
})

export type Member = z.infer<typeof memberSchema>

/** An invitation that nobody has accepted yet. */
export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(HOST_ROLES),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
})

export type Invitation = z.infer<typeof invitationSchema>

/** The response of `GET /api/host/team`. */
export const teamSchema = z.object({
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
})

export type Team = z.infer<typeof teamSchema>

const roleSchema = z.enum(HOST_ROLES, 'The role must be owner, treasurer or moderator.')

/** The body of `POST /api/host/team/invitations`. */
export const inviteRequestSchema = z.object({
  email: emailSchema,
  role: roleSchema,
})

export type InviteRequest = z.infer<typeof inviteRequestSchema>

/** The body of `PUT /api/host/team/:id`. */
export const roleRequestSchema = z.object({ role: roleSchema })
