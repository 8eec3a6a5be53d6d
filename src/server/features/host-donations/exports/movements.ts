import { z } from 'zod'
import { CURRENCY } from '#contract/money.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { MONEY_EFFECTS } from '#server/payments/reading/money-effects.ts'
import type { Database } from '#server/infra/database/database.ts'
import { findEntryPage, type LedgerEntry } from '#server/features/ledger/ledger.ts'
import { findFeesOf } from '#server/features/statements/statements.ts'
import { toLocalTimes } from './local-times.ts'

export interface ExportSource {
  database: Database
  livemode: Livemode
  timeZone: string
  /** A span of time, Unix ms, without its end; a side that is missing is open. */
  from?: number | undefined
  to?: number | undefined
}

// The garbage collector moves to the old generation what is alive when it runs, and that grows: few
// rows at a time keep it small.
/** The rows of one page, which are in memory together. */
export const ROWS_AT_ONCE = 100

/** A movement of money as it is exported. Amounts are signed: money that left is negative. */
export const exportedMovementSchema = z.object({
  /** The day in the campaign's time zone. */
  date: z.string(),
  datetime: z.string(),
  id: z.int(),
  type: z.enum(['CREDIT', 'DEBIT']),
  kind: z.string(),
  isRefund: z.boolean(),
  /** The provider's id of the refund; empty if it is none. */
  refundId: z.string(),
  amountCents: z.int(),
  /** Negative; null while the provider's statement has not listed the movement. */
  paymentProcessorFeeCents: z.int().nullable(),
  netAmountCents: z.int().nullable(),
  currency: z.string(),
  paymentMethodService: z.string(),
  /** The provider's id of the charge, capture, refund or dispute. */
  transactionId: z.string(),
  donationId: z.string(),
  checkoutId: z.string(),
  /** The name that the board shows; empty if there is none. */
  name: z.string(),
})

export type ExportedMovement = z.infer<typeof exportedMovementSchema>

/** Yields pages of the ledger's entries in the order in which they were made, with names and fees. */
export async function* readMovements(source: ExportSource): AsyncGenerator<ExportedMovement[]> {
  const { database, livemode, timeZone, from, to } = source
  const { reader } = database
  let after: LedgerEntry | undefined
  for (;;) {
    const page = await findEntryPage(reader, { livemode, from, to, after, limit: ROWS_AT_ONCE })
    const fees = await findFeesOf(
      reader,
      livemode,
      page.map(({ object_id }) => object_id),
    )
    yield page.map((entry) =>
      toMovement(entry, { timeZone, feeCents: fees.get(entry.object_id) ?? null }),
    )
    after = page.at(-1)
    if (page.length < ROWS_AT_ONCE) return
  }
}

function toMovement(
  entry: LedgerEntry,
  { timeZone, feeCents }: { timeZone: string; feeCents: number | null },
): ExportedMovement {
  const { kind, object_id: transactionId } = entry
  const amountCents = entry.amount_cents * MONEY_EFFECTS[kind]
  const isRefund = kind === 'refund' || kind === 'refund_reversal'
  return {
    ...toLocalTimes(entry.created_at, timeZone),
    id: entry.id,
    type: amountCents < 0 ? 'DEBIT' : 'CREDIT',
    kind,
    isRefund,
    refundId: isRefund ? transactionId : '',
    amountCents,
    // A fee of nothing is no negative zero.
    paymentProcessorFeeCents: feeCents === null ? null : 0 - feeCents,
    netAmountCents: feeCents === null ? null : amountCents - feeCents,
    currency: CURRENCY,
    paymentMethodService: entry.provider,
    transactionId,
    donationId: entry.donation_id,
    checkoutId: entry.checkout_id,
    name: entry.name ?? '',
  }
}
