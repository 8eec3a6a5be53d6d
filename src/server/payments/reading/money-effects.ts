import type { LedgerKind } from '#server/infra/database/schema/schema.ts'

/**
 * The sign with which each kind of entry counts. A dispute takes the money when it opens; losing it
 * moves nothing more, and winning it brings the money back.
 */
export const MONEY_EFFECTS: Record<LedgerKind, 1 | 0 | -1> = {
  capture: 1,
  refund: -1,
  refund_reversal: 1,
  dispute_open: -1,
  dispute_won: 1,
  dispute_lost: 0,
}

/** Returns what is left, in cents; negative if more was returned than received. */
export function netOf(entries: readonly { kind: LedgerKind; amountCents: number }[]): number {
  return entries.reduce((net, { kind, amountCents }) => net + MONEY_EFFECTS[kind] * amountCents, 0)
}
