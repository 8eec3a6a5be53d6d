import type { AuditAction } from '#contract/host/audit.ts'
import type { Writer } from '#server/infra/database/database.ts'
import { recordAudit, toActor } from '#server/features/audit/audit.ts'
import type { TextRow } from '../shown.ts'
import type { DecisionRow } from './decision-reads.ts'
import type { Moderator } from './moderator.ts'

const ACTIONS: Record<DecisionRow['action'], AuditAction> = {
  approve: 'text.approved',
  'approve-name': 'text.name_approved',
  deny: 'text.denied',
  rename: 'text.renamed',
  hide: 'text.hidden',
  show: 'text.shown',
  undo: 'text.undone',
  edit: 'text.edited',
}

interface DecidedText {
  moderator: Moderator
  /** Unix ms. */
  at: number
  action: DecisionRow['action']
  before: TextRow
  after: TextRow
}

/** Records a decision about a text in the audit log, in the transaction that makes it. */
export async function recordTextAudit(
  writer: Writer,
  { moderator, at, action, before, after }: DecidedText,
): Promise<void> {
  await recordAudit(writer, {
    at,
    actor: toActor(moderator),
    action: ACTIONS[action],
    subject: { kind: 'donation', id: before.donation_id },
    before: toValues(before),
    after: toValues(after),
    texts: { userId: before.user_id, before: toTexts(before), after: toTexts(after) },
  })
}

function toValues({ state, hidden }: TextRow) {
  return { state, hidden: hidden === 1 }
}

function toTexts({ host_name, host_message }: TextRow) {
  return { name: host_name, message: host_message }
}
