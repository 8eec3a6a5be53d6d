import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { MoneySums } from '#contract/host/figures.ts'
import type { LedgerKind } from '#server/infra/database/schema/schema.ts'
import type { KindSum } from '#server/features/ledger/ledger.ts'
import type { FeeSum } from '#server/features/statements/statements.ts'

export interface Sums {
  total: MoneySums
  providers: (MoneySums & { provider: ProviderName })[]
}

/** Returns the sums of a span by provider and in all, from its entries and fees. */
export function toSums(entries: readonly KindSum[], fees: readonly FeeSum[]): Sums {
  return {
    total: sumUp(entries, fees),
    providers: PROVIDERS.map((provider) => {
      const isOwn = (sum: { provider: ProviderName }) => sum.provider === provider
      return Object.assign(sumUp(entries.filter(isOwn), fees.filter(isOwn)), { provider })
    }),
  }
}

function sumUp(entries: readonly KindSum[], fees: readonly FeeSum[]): MoneySums {
  const sumOf = (kind: LedgerKind) =>
    entries.reduce((sum, entry) => sum + (entry.kind === kind ? entry.amountCents : 0), 0)
  const captures = entries.filter(({ kind }) => kind === 'capture')
  const grossCents = sumOf('capture')
  const refundedCents = sumOf('refund') - sumOf('refund_reversal')
  const disputedCents = sumOf('dispute_open') - sumOf('dispute_won')
  const feeCents = fees.reduce((sum, fee) => sum + fee.feeCents, 0)
  return {
    count: captures.reduce((count, entry) => count + entry.entries, 0),
    grossCents,
    feeCents,
    netCents: grossCents - refundedCents - disputedCents - feeCents,
    refundedCents,
    disputedCents,
  }
}
