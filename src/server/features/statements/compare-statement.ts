import { AppError } from '#contract/app-error.ts'
import type { StatementReport } from '#contract/reconciliation.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Span } from '#server/payments/reading/statement.ts'
import { findFirstBegun } from '#server/features/checkouts/checkouts.ts'
import { compareSpan, nameOf, sumDrift, type ComparisonDeps } from './comparison.ts'
import { describeFailure, emptyReport, mergeReports } from './report.ts'
import type { MarkRow } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The span that is read and compared at a time. */
const STEP_MS = 31 * DAY_MS

/** The longest past that the first comparison covers. */
const LONGEST_MS = 365 * DAY_MS

/** The end of a comparison: at night the days that are `settled`, by hand `now`. */
export type UpTo = 'now' | 'settled'

export interface CompareWish {
  /** The result of earlier comparisons. */
  mark: MarkRow | undefined
  upTo: UpTo
  isOpen: () => boolean
}

export interface StatementResult {
  report: StatementReport
  /** The end of the last day that needs no further comparison, Unix ms; null if there is none. */
  comparedUntil: number | null
}

/**
 * Compares the part of a provider's statement that was not compared yet; returns undefined if there
 * is none. If the provider cannot be read, the report says why.
 */
export async function compareStatement(
  deps: ComparisonDeps,
  provider: PaymentProvider,
  { mark, upTo, isOpen }: CompareWish,
): Promise<StatementResult | undefined> {
  if ((await findFirstBegun(deps.database.reader, null)) === undefined) return undefined
  const result: StatementResult = {
    report: emptyReport(provider),
    comparedUntil: mark?.compared_until ?? null,
  }
  try {
    // Until then the last comparison may be that of another account.
    await provider.identify()
    if (isOfAnother(provider, mark)) result.comparedUntil = null
    const span = await findSpan(deps, provider, { mark, upTo })
    if (span === undefined) return undefined
    await compareSteps(deps, provider, { ...span, isOpen, result })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    result.report.gaps.push(describeFailure(provider, error))
    result.report.driftCents = await sumDrift(deps.database, nameOf(provider))
  }
  return result
}

/** Returns what is to be compared, if anything, and the end of the last complete day. */
async function findSpan(
  deps: ComparisonDeps,
  provider: PaymentProvider,
  { mark, upTo }: Pick<CompareWish, 'mark' | 'upTo'>,
): Promise<Pick<Steps, 'span' | 'settled'> | undefined> {
  const begin = await findBegin(deps, provider, mark)
  if (begin === undefined) return undefined
  const now = provider.clock.now()
  const settled = toDay(now - provider.statement.lateByMs)
  const span =
    upTo === 'now' ? { from: Math.min(begin, now) - DAY_MS, to: now } : { from: begin, to: settled }
  return span.from >= span.to ? undefined : { span, settled }
}

interface Steps {
  span: Span
  /** The end of the last day of which all lines are available. */
  settled: number
  isOpen: () => boolean
  /** Updated by each step, since a later one may fail. */
  result: StatementResult
}

async function compareSteps(
  deps: ComparisonDeps,
  provider: PaymentProvider,
  { span, settled, isOpen, result }: Steps,
): Promise<void> {
  for (let from = span.from; from < span.to && isOpen(); from += STEP_MS) {
    const to = Math.min(from + STEP_MS, span.to)
    const { report, completeUntil } = await compareSpan(deps, provider, { from, to })
    result.report = mergeReports(result.report, report)
    const until = Math.min(settled, toDay(completeUntil))
    if (until > (result.comparedUntil ?? span.from)) result.comparedUntil = until
    // The statement is not complete up to here; the next comparison continues from it.
    if (completeUntil < to) return
  }
}

/**
 * Returns the start of the first comparison: the day of the first checkout, by the provider's
 * clock.
 */
async function findBegin(
  { database }: ComparisonDeps,
  provider: PaymentProvider,
  mark: MarkRow | undefined,
): Promise<number | undefined> {
  const isOther = isOfAnother(provider, mark)
  const comparedUntil = isOther ? undefined : mark?.compared_until
  if (typeof comparedUntil === 'number') return comparedUntil
  const { account, clock } = provider
  const first = await findFirstBegun(database.reader, isOther ? account : null)
  if (first === undefined) return undefined
  // The time was stored by our own clock, which may have been right at that time.
  return toDay(Math.max(first + Math.min(0, clock.offsetMs), clock.now() - LONGEST_MS))
}

/** Returns whether the compared statement was that of another account. */
function isOfAnother({ account }: PaymentProvider, mark: MarkRow | undefined): boolean {
  const known = mark?.provider_account ?? account
  return account !== null && known !== account
}

/** Returns the start of the UTC day. */
function toDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}
