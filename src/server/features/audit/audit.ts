import {
  AUDIT_ACTIONS,
  readableActions,
  type AuditAction,
  type AuditEntry,
  type AuditValues,
} from '#contract/host/audit.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { Reader, Writer } from '#server/infra/database/database.ts'
import type { AuditActor } from './actor.ts'
import { deleteTextsOf, findEntries, insertEntry, readLastEntries } from './store.ts'
import { toEntry } from './views.ts'

/** The texts of one donor before and after an action, by their names; null for none. */
export interface AuditTexts {
  userId: string
  before: Record<string, string | null>
  after: Record<string, string | null>
}

/** An action of a host. */
export interface AuditRecord {
  /** The time, Unix ms. */
  at: number
  actor: AuditActor
  action: AuditAction
  subject: { kind: string; id: string }
  /** The values before and after it. They cannot be erased: donors' texts belong in `texts`. */
  before: AuditValues
  after: AuditValues
  texts?: AuditTexts
}

/** Records an action; call it in the transaction that does it, so that neither is without the other. */
export async function recordAudit(writer: Writer, record: AuditRecord): Promise<void> {
  const { at, actor, action, subject, texts } = record
  const entry = {
    at,
    actor_id: actor.id,
    actor_role: actor.role,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    before: record.before && JSON.stringify(record.before),
    after: record.after && JSON.stringify(record.after),
    has_texts: texts === undefined ? 0 : 1,
  } as const
  await insertEntry(writer, entry, texts && toTextsRow(texts))
}

function toTextsRow({ userId, before, after }: AuditTexts) {
  return { user_id: userId, before: JSON.stringify(before), after: JSON.stringify(after) }
}

/** Erases the texts of a donor from the audit log; that something was changed stays in it. */
export async function eraseAuditTexts(writer: Writer, userId: string): Promise<void> {
  await deleteTextsOf(writer, userId)
}

const MAX_DECISIONS = 200

/**
 * Returns what hosts decided about the texts of a donation, the latest first, at most 200; nothing
 * for a role that may not read it. The e-mails of the actors are left out.
 */
export async function findTextDecisions(
  reader: Reader,
  donationId: string,
  role: HostRole | null,
): Promise<AuditEntry[]> {
  const readable = readableActions(role)
  const actions = TEXT_ACTIONS.filter((action) => readable?.includes(action) ?? true)
  const selection = { subject: donationId, actions, after: undefined, limit: MAX_DECISIONS }
  const rows = await findEntries(reader, selection)
  return rows.map((row) => toEntry(row, () => null))
}

const TEXT_ACTIONS = Object.keys(AUDIT_ACTIONS).filter((action) => action.startsWith('text.'))

/** Returns a text that differs after each entry that a role may read. */
export async function readAuditMark(reader: Reader, role: HostRole): Promise<string> {
  return readLastEntries(reader, readableActions(role))
}

export { OPERATOR, toActor, type AuditActor, type HostAction } from './actor.ts'
export { hostItemRoutes, type HostItemDeps } from './host-item-routes.ts'
