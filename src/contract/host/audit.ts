import { z } from 'zod'
import { HOST_ROLES, hasPermission, type HostPermission, type HostRole } from './roles.ts'
import { spanQueryFields } from './span.ts'

interface ActionKind {
  /** The part of the host's side to which the action belongs. */
  permission: HostPermission
  /** The action, as a sentence without its subject. */
  label: string
}

/** The actions of hosts that the audit log records. */
export const AUDIT_ACTIONS = {
  'campaign.published': { permission: 'settings', label: 'published the campaign' },
  'round.created': { permission: 'settings', label: 'created a round' },
  'round.edited': { permission: 'settings', label: 'changed a round' },
  'round.extended': { permission: 'settings', label: 'extended a round' },
  'round.ended': { permission: 'settings', label: 'ended a round early' },
  'round.cancelled': { permission: 'settings', label: 'cancelled a round' },
  'choice.created': { permission: 'settings', label: 'created a choice' },
  'choice.edited': { permission: 'settings', label: 'changed a choice' },
  'choice.extended': { permission: 'settings', label: 'extended a choice' },
  'choice.ended': { permission: 'settings', label: 'closed a choice early' },
  'choice.cancelled': { permission: 'settings', label: 'cancelled a choice' },
  'choice.withdrawn': { permission: 'settings', label: 'took a closed choice off the page' },
  'match.created': { permission: 'settings', label: 'created a match' },
  'match.edited': { permission: 'settings', label: 'changed a match' },
  'match.stopped': { permission: 'settings', label: 'stopped a match early' },
  'match.cancelled': { permission: 'settings', label: 'cancelled a match' },
  'team.created': { permission: 'settings', label: 'founded a constellation' },
  'team.renamed': { permission: 'moderation', label: 'renamed a constellation' },
  'team.approved': { permission: 'moderation', label: 'approved the name of a constellation' },
  'team.closed': { permission: 'moderation', label: 'closed a constellation' },
  'team.opened': { permission: 'moderation', label: 'opened a constellation again' },
  'alarms.address_set': { permission: 'settings', label: 'set the address for alarms' },
  'alarms.address_removed': { permission: 'settings', label: 'removed the address for alarms' },
  'alarms.secret_replaced': { permission: 'settings', label: 'replaced the secret of the alarms' },
  'member.invited': { permission: 'team', label: 'invited somebody into the team' },
  'invitation.withdrawn': { permission: 'team', label: 'withdrew an invitation' },
  'member.joined': { permission: 'team', label: 'joined the team' },
  'member.role_changed': { permission: 'team', label: 'changed the role of a member' },
  'member.removed': { permission: 'team', label: 'removed a member' },
  'concern.resolved': { permission: 'money', label: 'decided what needed a person' },
  'refund.requested': { permission: 'money', label: 'requested a refund' },
  'receipt.mailed': { permission: 'money', label: 'mailed a receipt again' },
  'note.added': { permission: 'money', label: 'wrote a note on a donation' },
  'test_donations.deleted': { permission: 'settings', label: 'deleted all test donations' },
  'text.approved': { permission: 'moderation', label: 'approved the texts of a donation' },
  'text.name_approved': { permission: 'moderation', label: 'approved the name of a donation' },
  'text.denied': { permission: 'moderation', label: 'denied the texts of a donation' },
  'text.renamed': { permission: 'moderation', label: 'renamed a donation' },
  'text.hidden': { permission: 'moderation', label: 'hid a donation' },
  'text.shown': { permission: 'moderation', label: 'showed a hidden donation again' },
  'text.undone': { permission: 'moderation', label: 'took back a decision about texts' },
  'text.edited': { permission: 'moderation', label: 'changed the texts of a donation' },
  'drill.started': { permission: 'settings', label: 'started a drill' },
  'drill.stopped': { permission: 'settings', label: 'stopped a drill' },
  'screening.changed': { permission: 'settings', label: 'changed how texts are screened' },
} as const satisfies Record<string, ActionKind>

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** The roles in which somebody acted; `operator` is the person who runs the server. */
export const ACTOR_ROLES = [...HOST_ROLES, 'operator', 'donor'] as const

export type ActorRole = (typeof ACTOR_ROLES)[number]

const valuesSchema = z.record(z.string(), z.json()).nullable()

/** The values of what was changed, by name. */
export type AuditValues = z.infer<typeof valuesSchema>

/** One action, as `GET /api/host/audit` shows it. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The e-mail is null for the operator, and once the account is deleted. */
  actor: z.object({ id: z.string(), email: z.string().nullable(), role: z.enum(ACTOR_ROLES) }),
  /** An open list; see `AUDIT_ACTIONS`. */
  action: z.string(),
  /** The e-mail is that of a member; null for all others. */
  subject: z.object({ kind: z.string(), id: z.string(), email: z.string().nullable() }),
  before: valuesSchema,
  after: valuesSchema,
  /** True if it had texts of a donor that were erased. */
  isErased: z.boolean(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>

/** The response of `GET /api/host/audit`: the latest first. */
export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
})

const shortText = z.string().max(200)

export const auditFilterSchema = z.object({
  /** The id of an actor's account. */
  actor: shortText.optional(),
  action: shortText.optional(),
  /** The id of what was changed. */
  subject: shortText.optional(),
  ...spanQueryFields,
})

export type AuditFilter = z.infer<typeof auditFilterSchema>

export const auditQuerySchema = auditFilterSchema.extend({
  after: shortText.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** Returns the recorded actions that a role may read; undefined if it may read all. */
export function readableActions(role: HostRole | null): string[] | undefined {
  if (hasPermission(role, 'team')) return undefined
  return Object.entries(AUDIT_ACTIONS)
    .filter(([, { permission }]) => permission === 'money' && hasPermission(role, 'money'))
    .map(([action]) => action)
}
