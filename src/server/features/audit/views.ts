import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { auditEntrySchema, type AuditEntry, type AuditValues } from '#contract/host/audit.ts'
import type { AuditPosition, AuditRow } from './store.ts'

/** Returns an entry as hosts see it. */
export function toEntry(row: AuditRow, emailOf: (accountId: string) => string | null): AuditEntry {
  const isErased = row.has_texts === 1 && row.text_before === null
  return auditEntrySchema.parse({
    id: String(row.id),
    at: new Date(row.at).toISOString(),
    actor: { id: row.actor_id, email: emailOf(row.actor_id), role: row.actor_role },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, email: emailOf(row.subject_id) },
    before: merge(row.before, row.text_before),
    after: merge(row.after, row.text_after),
    isErased,
  })
}

function merge(values: string | null, texts: string | null): AuditValues {
  if (values === null && texts === null) return null
  return { ...parse(values), ...parse(texts) }
}

const valuesSchema = z.record(z.string(), z.json())

function parse(json: string | null): z.infer<typeof valuesSchema> {
  return json === null ? {} : valuesSchema.parse(JSON.parse(json))
}

/** Returns the `after` of the page that follows an entry. */
export function toCursor({ at, id }: AuditPosition): string {
  return `${at}.${id}`
}

export function parseCursor(cursor: string): AuditPosition {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined) {
    throw new AppError('invalid-argument', 'The cursor "after" is not one that this server gave.')
  }
  return { at: Number(at), id: Number(id) }
}
