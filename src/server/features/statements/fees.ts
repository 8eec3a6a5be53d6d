import { sql } from 'kysely'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import { CURRENCY } from '#contract/money.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { Span } from '#server/payments/reading/statement.ts'

export interface FeeSum {
  provider: ProviderName
  feeCents: number
}

/** The fees of a quarter of an hour, with its beginning, Unix ms. */
export interface QuarterFees extends FeeSum {
  startsAt: number
}

const QUARTER_MS = 15 * 60 * 1000
/** The number of ids by whose multiples fees are looked up; a power of two. */
const IDS_AT_ONCE = 512

/** Returns the fees of all our lines of a mode, by provider. */
export async function sumAllFees(reader: Reader, livemode: Livemode): Promise<FeeSum[]> {
  return selectFees(reader, livemode).select(['provider', sumFees()]).groupBy('provider').execute()
}

/** Returns the fees of our lines in a span of time, by provider and quarter of an hour. */
export async function findQuarterFees(
  reader: Reader,
  livemode: Livemode,
  { from, to }: Span,
): Promise<QuarterFees[]> {
  const startsAt = sql<number>`at - at % ${sql.lit(QUARTER_MS)}`
  return selectFees(reader, livemode)
    .select(['provider', startsAt.as('startsAt'), sumFees()])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(['provider', startsAt])
    .execute()
}

/** Returns the fees of the movements that statements have listed, by the objects that moved them. */
export async function findFeesOf(
  reader: Reader,
  livemode: Livemode,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const [first] = objectIds
  if (first === undefined) return new Map()
  // Always the same number of values, so that the databases prepare one statement for all pages.
  const padding = Array.from({ length: -objectIds.length & (IDS_AT_ONCE - 1) }, () => first)
  const rows = await selectFees(reader, livemode)
    .select(['object_id', sumFees()])
    .where('object_id', 'in', [...objectIds, ...padding])
    .groupBy('object_id')
    .execute()
  return new Map(
    rows.flatMap(({ object_id: id, feeCents }) => (id === null ? [] : [[id, feeCents]])),
  )
}

/** Returns the fees of a payment so far; null if its statement has not listed it yet. */
export async function findFeeOf(reader: Reader, checkoutId: string): Promise<number | null> {
  const { feeCents } = await reader
    .selectFrom('statement_lines')
    .select(sql<number | null>`cast(sum(fee_cents) as bigint)`.as('feeCents'))
    .where('checkout_id', '=', checkoutId)
    .where('currency', '=', CURRENCY)
    .executeTakeFirstOrThrow()
  return feeCents
}

function sumFees() {
  return sql<number>`cast(sum(fee_cents) as bigint)`.as('feeCents')
}

function selectFees(reader: Reader, livemode: Livemode) {
  return (
    reader
      .selectFrom('statement_lines')
      .where('livemode', '=', livemode)
      .where('provider', 'in', PROVIDERS)
      // A literal, as in the partial index: with a bound value the databases would not use it.
      .where('currency', '=', sql.lit(CURRENCY))
  )
}
