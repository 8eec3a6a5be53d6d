import type { StatementReport } from '#contract/reconciliation.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Span } from '#server/payments/reading/statement.ts'
import {
  findOldestBegun,
  findPaymentsMoved,
  type Checkouts,
} from '#server/features/checkouts/checkouts.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import type { Recency } from './compare.ts'
import { comparePayments, type PaymentDrift, type Results } from './payments.ts'
import { readStatement } from './read.ts'
import { describePayments, describeReading } from './report.ts'
import {
  findDrifts,
  findPaymentsOnStatement,
  noteDrifts,
  sumFees,
  type DriftRow,
  type StatementName,
} from './store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/**
 * The longest time between the start of a payment and its lines, as a line may have the date of the
 * start.
 */
const LOOKBACK_MS = 31 * DAY_MS

export interface ComparisonDeps {
  database: Database
  checkouts: Pick<Checkouts, 'isOurs' | 'findInReview'>
  concerns: Pick<Concerns, 'raise' | 'end'>
}

/** The result of comparing a span: the time up to which it is complete, and its report. */
export interface CompareResult {
  completeUntil: number
  report: StatementReport
}

export function nameOf({ name, livemode }: PaymentProvider): StatementName {
  return { provider: name, livemode: livemode ? 1 : 0 }
}

/** Reads a span of a statement and compares each payment that moved in it, or differed before. */
export async function compareSpan(
  deps: ComparisonDeps,
  provider: PaymentProvider,
  span: Span,
): Promise<CompareResult> {
  const { database } = deps
  const name = nameOf(provider)
  const reading = await readStatement(deps, provider, span)
  const completeUntil = Math.min(span.to, reading.completeUntil)
  const recency = findRecency(provider, completeUntil)
  const known = await findDrifts(database.reader, name)
  const ids = await findCandidates(database, provider, span, known)
  const first = await comparePayments(database, ids, recency)
  const results = await rereadEarlierLines(deps, provider, { span, recency, results: first })
  const inReview = await removeReviews(deps, results)
  await settleDrifts(deps, provider, { known, results })
  return {
    completeUntil,
    report: {
      provider: provider.name,
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
      payments: results.agreed.length + results.drifts.length,
      waiting: results.waiting.length,
      driftCents: await sumDrift(database, name),
      ...(await sumFees(database.reader, name, span)),
      foreignLines: reading.foreignLines,
      gaps: [
        ...describeReading(provider, reading),
        ...describePayments(results.otherCurrency.length, inReview),
      ],
    },
  }
}

/** Returns the sum of all differences between statement and ledger, in cents. */
export async function sumDrift({ reader }: Database, name: StatementName): Promise<number> {
  const drifts = await findDrifts(reader, name)
  return drifts.reduce(
    (sum, { statement_cents, ledger_cents }) => sum + Math.abs(statement_cents - ledger_cents),
    0,
  )
}

/**
 * Returns the recency limits: a movement is on both sides a day after it was recorded, and an hour
 * after its line was written.
 */
function findRecency({ clock, statement }: PaymentProvider, completeUntil: number): Recency {
  return {
    entriesSince: toLocal(clock, completeUntil) - DAY_MS,
    linesSince: clock.now() - HOUR_MS,
    mayOmitHolds: statement.mayOmitHolds,
  }
}

async function findCandidates(
  { reader }: Database,
  provider: PaymentProvider,
  span: Span,
  known: readonly DriftRow[],
): Promise<string[]> {
  const { clock, account } = provider
  const name = nameOf(provider)
  const moved = await findPaymentsMoved(reader, {
    ...name,
    account,
    // Includes the movements that were too recent the last time.
    from: toLocal(clock, span.from) - DAY_MS,
    to: toLocal(clock, span.to),
  })
  const written = await findPaymentsOnStatement(reader, name, span)
  return [...new Set([...moved, ...written, ...known.map(({ checkout_id }) => checkout_id)])]
}

function toLocal({ offsetMs }: PaymentProvider['clock'], providerTime: number): number {
  return providerTime - offsetMs
}

/** Reads again the earlier lines of payments that differ, since they may have changed. */
async function rereadEarlierLines(
  deps: ComparisonDeps,
  provider: PaymentProvider,
  { span, recency, results }: { span: Span; recency: Recency; results: Results },
): Promise<Results> {
  const { drifts } = results
  const ids = drifts.map(({ checkoutId }) => checkoutId)
  const begun = await findOldestBegun(deps.database.reader, ids)
  const since = Math.min(begun ?? Infinity, ...drifts.map((drift) => drift.since)) - DAY_MS
  if (since >= span.from) return results
  const from = Math.max(since, span.from - LOOKBACK_MS, 0)
  await readStatement(deps, provider, { from, to: span.from })
  const again = await comparePayments(deps.database, ids, recency)
  return {
    agreed: [...results.agreed, ...again.agreed],
    waiting: [...results.waiting, ...again.waiting],
    otherCurrency: [...results.otherCurrency, ...again.otherCurrency],
    drifts: again.drifts,
  }
}

/**
 * Removes the payments in review from the differences, as they are not in the ledger yet. Returns
 * their number.
 */
async function removeReviews({ checkouts }: ComparisonDeps, results: Results): Promise<number> {
  if (results.drifts.length === 0) return 0
  const reviews = new Set((await checkouts.findInReview()).map(({ id }) => id))
  const drifts = results.drifts.filter(({ checkoutId }) => !reviews.has(checkoutId))
  const inReview = results.drifts.length - drifts.length
  results.drifts = drifts
  return inReview
}

/** Raises a concern for each payment that differs, and ends those of payments that no longer do. */
async function settleDrifts(
  { database, concerns }: ComparisonDeps,
  provider: PaymentProvider,
  { known, results }: { known: readonly DriftRow[]; results: Results },
): Promise<void> {
  const open = new Set([...results.drifts.map(({ checkoutId }) => checkoutId), ...results.waiting])
  const settled = known.map(({ checkout_id }) => checkout_id).filter((id) => !open.has(id))
  for (const drift of results.drifts) await raise(concerns, provider, drift)
  for (const id of settled) await concerns.end(concernId('statement_drift', id))
  const drifts = results.drifts.map(({ checkoutId, statementCents, ledgerCents }) => ({
    ...nameOf(provider),
    checkout_id: checkoutId,
    statement_cents: statementCents,
    ledger_cents: ledgerCents,
  }))
  if (drifts.length + settled.length > 0) await database.write(noteDrifts, { drifts, settled })
}

async function raise(
  concerns: ComparisonDeps['concerns'],
  { name, statement: { label } }: PaymentProvider,
  { checkoutId, statementCents, ledgerCents, isOnStatement }: PaymentDrift,
): Promise<void> {
  const message = isOnStatement
    ? `${label}'s statement has ${statementCents} cents of a payment, the ledger ${ledgerCents}.`
    : `${label}'s statement does not know a payment of which the ledger has ${ledgerCents} cents.`
  await concerns.raise({
    kind: 'statement_drift',
    subject: checkoutId,
    message,
    details: { checkoutId, statementCents, ledgerCents },
    provider: name,
  })
}
