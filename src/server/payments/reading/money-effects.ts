import type { LedgerKind } from '#server/infra/database/schema/schema.ts'

/**
 * What an entry of a kind does to the money that is ours. A dispute takes it away when it opens;
 * losing the dispute moves nothing more, and winning it brings the money back.
 */
export const MONEY_EFFECTS: Record<LedgerKind, 1 | 0 | -1> = {
  capture: 1,
  refund: -1,
  refund_reversal: 1,
  dispute_open: -1,
  dispute_won: 1,
  dispute_lost: 0,
}

/** What is left, in cents; below zero where more went back than came. */
export function netOf(entries: readonly { kind: LedgerKind; amountCents: number }[]): number {
  return entries.reduce((net, { kind, amountCents }) => net + MONEY_EFFECTS[kind] * amountCents, 0)
}
