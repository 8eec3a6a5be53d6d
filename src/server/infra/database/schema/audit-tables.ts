import type { Generated } from 'kysely'
import type { ActorRole } from '#contract/host/audit.ts'

/** The actions of hosts, one row each; the database refuses to update or delete them. */
export interface AuditEntriesTable {
  id: Generated<number>
  at: number
  /** The account that acted; `operator` for the person who runs the server. */
  actor_id: string
  /** The actor's role at that time. */
  actor_role: ActorRole
  action: string
  subject_kind: string
  subject_id: string
  /** The values before and after the action, as JSON; null if there are none. Nothing personal. */
  before: string | null
  after: string | null
  /** 1 if texts of a donor belong to it, in `audit_texts` until they are erased. */
  has_texts: 0 | 1
}

/** Donors' texts of audit entries, apart, so that they can be erased; they are never updated. */
export interface AuditTextsTable {
  entry_id: number
  /** The donor whose texts they are. */
  user_id: string
  /** The texts before and after the action by their names, as JSON. */
  before: string
  after: string
}
