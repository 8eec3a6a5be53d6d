import { readableActions, type AuditEntry, type AuditFilter } from '#contract/host/audit.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { Database } from '#server/infra/database/database.ts'
import { OPERATOR } from './audit.ts'
import { findEntries, type AuditPosition, type AuditRow } from './store.ts'
import { toCursor, toEntry } from './views.ts'

/** The number of entries that an export reads at once. */
const EXPORT_ROWS = 500

export interface AuditLogDeps {
  database: Database
  findRecipient(userId: string): Promise<{ email: string } | undefined>
}

/** A reader of the log, in a role that may read a part of it. */
export interface AuditLog {
  /** Returns a page, the latest entries first, and the cursor of the next page. */
  page(
    filter: AuditFilter,
    page: { after: AuditPosition | undefined; limit: number },
  ): Promise<{ entries: AuditEntry[]; next: string | null }>
  /** Yields all entries, the latest first, page by page. */
  all(filter: AuditFilter): AsyncGenerator<AuditEntry[]>
}

export function openAuditLog(deps: AuditLogDeps, role: HostRole | null): AuditLog {
  const { reader } = deps.database
  const actions = readableActions(role)
  const toEntries = createViewer(deps)
  return {
    page: async (filter, { after, limit }) => {
      const rows = await findEntries(reader, { ...filter, actions, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const hasMore = rows.length > limit && last !== undefined
      return { entries: await toEntries(shown), next: hasMore ? toCursor(last) : null }
    },
    async *all(filter) {
      let after: AuditPosition | undefined
      for (;;) {
        const rows = await findEntries(reader, { ...filter, actions, after, limit: EXPORT_ROWS })
        yield await toEntries(rows)
        after = rows.at(-1)
        if (rows.length < EXPORT_ROWS) return
      }
    },
  }
}

function listAccounts({ actor_id, subject_kind, subject_id }: AuditRow): string[] {
  return subject_kind === 'member' ? [actor_id, subject_id] : [actor_id]
}

/** Creates the function that adds the accounts' addresses to entries; it asks for each one once. */
function createViewer({ findRecipient }: AuditLogDeps) {
  const emails = new Map<string, string | null>([[OPERATOR.id, null]])
  return async (rows: readonly AuditRow[]): Promise<AuditEntry[]> => {
    for (const id of rows.flatMap(listAccounts)) {
      if (!emails.has(id)) emails.set(id, (await findRecipient(id))?.email ?? null)
    }
    return rows.map((row) => toEntry(row, (id) => emails.get(id) ?? null))
  }
}
