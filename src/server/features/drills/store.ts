import type { DrillName } from '#contract/host/drills.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { writeEach } from '#server/infra/database/database.ts'

/** The start or the stop of a drill by a host. */
export interface DrillAction {
  action: 'drill.started' | 'drill.stopped'
  actor: AuditActor
  runId: string
  drill: DrillName
  at: number
}

/** Records in the audit log that a host started or stopped a drill. */
export const noteDrill = writeEach(
  'drills.note',
  async (writer, { action, actor, runId, drill, at }: DrillAction) => {
    const subject = { kind: 'drill', id: runId }
    await recordAudit(writer, { at, actor, action, subject, before: null, after: { drill } })
    return null
  },
)
