import { sql, type RawBuilder } from 'kysely'
import type { LedgerKind } from '../../infra/database/schema.ts'

/**
 * What an entry of a kind does to the money that is ours. A dispute takes it away when it opens;
 * losing the dispute moves nothing more, and winning it brings the money back.
 */
const EFFECTS: Record<LedgerKind, 1 | 0 | -1> = {
  capture: 1,
  refund: -1,
  refund_reversal: 1,
  dispute_open: -1,
  dispute_won: 1,
  dispute_lost: 0,
}

/** What is left, in cents; below zero where more went back than came. */
export function netOf(entries: readonly { kind: LedgerKind; amountCents: number }[]): number {
  return entries.reduce((net, { kind, amountCents }) => net + EFFECTS[kind] * amountCents, 0)
}

/** The same as SQL, over the rows of `ledger_entries` at hand; 0 where there are none. */
export function sumNet(): RawBuilder<number> {
  const branches = Object.entries(EFFECTS).map(
    ([kind, effect]) => sql`when ${sql.lit(kind)} then ${sql.lit(effect)} * amount_cents`,
  )
  return sql<number>`cast(coalesce(sum(case kind ${sql.join(branches, sql` `)} end), 0) as bigint)`
}
