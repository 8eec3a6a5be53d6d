import type { HoldReason, HostText } from '#contract/host/texts.ts'
import { toApprovedTexts, toShownTexts, type TextRow } from '../shown.ts'
import type { DecisionRow } from './decision-reads.ts'

export interface TextContext {
  /** The last one; undefined if there is none. */
  decision: DecisionRow | undefined
  /** The part of the donation that counts now. */
  leftCents: number
  /** The host who reads it. */
  readerId: string
}

/** Returns texts as a host sees them: without the account, and without an anonymous donor's name. */
export function toHostText(row: TextRow, { decision, leftCents, readerId }: TextContext): HostText {
  return {
    id: row.donation_id,
    revision: row.revision,
    state: row.state,
    hidden: row.hidden === 1,
    anonymous: row.anonymous === 1,
    nameFrom: toNameSource(row),
    approved: toApprovedTexts(row),
    shown: toShownTexts(row),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this feature alone
    reasons: JSON.parse(row.reasons) as HoldReason[],
    amountCents: row.amount_cents,
    leftCents,
    changedAt: new Date(row.updated_at).toISOString(),
    decision: decision === undefined ? null : toDecision(decision, readerId),
  }
}

function toNameSource({ host_name, display_name }: TextRow): HostText['nameFrom'] {
  if (host_name !== null) return 'host'
  return display_name === null ? 'payer' : 'donor'
}

function toDecision(row: DecisionRow, readerId: string): HostText['decision'] {
  return {
    action: row.action,
    by: row.actor_name,
    isMine: row.actor_id === readerId,
    at: new Date(row.at).toISOString(),
  }
}
