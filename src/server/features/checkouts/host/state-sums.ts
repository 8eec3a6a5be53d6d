import { sql, type ExpressionBuilder } from 'kysely'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode, Schema } from '#server/infra/database/schema/schema.ts'
import { UNFINISHED } from '../state.ts'

export interface StateSum {
  count: number
  /** The sum of the agreed amounts. */
  amountCents: number
}

/** A half-open span of time, Unix ms. */
interface Span {
  start: number
  end: number
}

/**
 * Returns the number and the agreed cents of a mode's payments that a provider works on; of those
 * begun in a span, if one is given.
 */
export async function sumPending(
  reader: Reader,
  livemode: Livemode,
  begun?: Span,
): Promise<StateSum> {
  return selectSum(reader, livemode)
    .where(isPending)
    .where(isBegunIn(begun))
    .executeTakeFirstOrThrow()
}

/**
 * Returns the agreed amounts, cents, of the highest payments begun in a span that a provider works
 * on, the highest first.
 */
export async function listHighestPending(
  reader: Reader,
  livemode: Livemode,
  { limit, ...begun }: Span & { limit: number },
): Promise<number[]> {
  const rows = await reader
    .selectFrom('checkouts')
    .select('amount_cents')
    .where('livemode', '=', livemode)
    .where(isPending)
    .where(isBegunIn(begun))
    .orderBy('amount_cents', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ amount_cents: amountCents }) => amountCents)
}

/** Returns the number and the agreed cents of a mode's payments in review. */
export async function sumInReview(reader: Reader, livemode: Livemode): Promise<StateSum> {
  return selectSum(reader, livemode)
    .where('state', '=', sql.lit('review'))
    .executeTakeFirstOrThrow()
}

function selectSum(reader: Reader, livemode: Livemode) {
  return reader
    .selectFrom('checkouts')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(amount_cents), 0) as bigint)`.as('amountCents'),
    ])
    .where('livemode', '=', livemode)
}

function isPending({ and, eb }: ExpressionBuilder<Schema, 'checkouts'>) {
  return and([
    eb('state', '=', sql.lit('processing')),
    // The same list as in the partial index, so that the databases use it.
    eb(
      'state',
      'in',
      UNFINISHED.map((state) => sql.lit(state)),
    ),
  ])
}

function isBegunIn(span: Span | undefined) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'checkouts'>) =>
    and(
      span === undefined
        ? []
        : [eb('created_at', '>=', span.start), eb('created_at', '<', span.end)],
    )
}
