import type { HostRefund } from '#contract/host/refunds.ts'
import type { RefundRow } from './store.ts'

export function toHostRefund(row: RefundRow): HostRefund {
  return {
    id: row.id,
    donationId: row.donation_id,
    amountCents: row.amount_cents,
    reason: row.reason,
    state: stateOf(row),
    message: row.message,
    requestedAt: new Date(row.created_at).toISOString(),
  }
}

function stateOf({ finished_at, is_failed }: RefundRow): HostRefund['state'] {
  if (finished_at === null) return 'on_the_way'
  return is_failed === 1 ? 'failed' : 'done'
}
