import type { DisputeState } from '../reading/money-history.ts'
import type { Dispute } from './api/schemas.ts'
import { toShare } from './disputes.ts'

/**
 * Returns what the host must know of a dispute's share in one capture, or undefined if the dispute
 * is not over it.
 */
export function toDisputeState(dispute: Dispute, captureId: string): DisputeState | undefined {
  const share = toShare(dispute, captureId)
  if (share === undefined) return undefined
  const { objectId: id, amountCents, currency, outcome } = share
  const isOpen = outcome === 'open'
  return { id, isOpen, amountCents, currency, respondBy: isOpen ? findDueDate(dispute) : null }
}

function findDueDate({ status, seller_response_due_date: dueAt }: Dispute): number | null {
  return status === 'WAITING_FOR_BUYER_RESPONSE' || dueAt === 0 ? null : dueAt
}
