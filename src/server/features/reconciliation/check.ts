import pMap from 'p-map'
import type { Logger } from 'pino'
import { isTransient } from '#contract/app-error.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { runNamed } from '#server/infra/work-context.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import { tellHost } from '#server/payments/failures/host-sentences.ts'
import { CircuitBreaker } from '#server/payments/circuit-breaker.ts'
import {
  LONGEST_CHECK_PAUSE_MS,
  namesOf,
  type Checkouts,
  type CheckoutRow,
} from '#server/features/checkouts/checkouts.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import { findNetCents } from '#server/features/ledger/ledger.ts'

/** The number of checkouts that are checked at the same time; each provider allows more. */
const CONCURRENCY = 16

const MINUTE_MS = 60_000
const LONGEST_PAUSE_MS: Record<CheckoutRow['state'], number> = {
  created: 3 * MINUTE_MS,
  awaiting_payer: 3 * MINUTE_MS,
  // Bank transfers take days, and their events are read from the lists.
  processing: LONGEST_CHECK_PAUSE_MS,
  paid: 0,
  failed: 0,
  expired: 0,
  cancelled: 0,
  review: 0,
}

/** The time after its expiry in which a payment may still be completed. */
const LATE_MS = 60 * MINUTE_MS

interface CheckDeps {
  database: Database
  checkouts: Pick<Checkouts, 'require' | 'reconcile' | 'scheduleCheck'>
  concerns: Pick<Concerns, 'raise' | 'end'>
  clock: () => number
  isOpen: () => boolean
  logger: Pick<Logger, 'debug' | 'warn'>
}

/** The checkouts that could not be checked completely. */
export interface Unread {
  /** Ids of those whose payment, or a part of its history, could not be read. */
  unread: string[]
  /** Ids of those whose provider could not be reached; another try may succeed. */
  unreached: string[]
}

/** Checks each checkout with its provider, and adds the results to the report. */
export async function checkEach(
  deps: CheckDeps,
  ids: readonly string[],
  report: ReconcileReport,
): Promise<Unread> {
  const breaker = new CircuitBreaker()
  const unread: string[] = []
  const unreached: string[] = []
  await pMap(
    ids,
    async (id) => {
      if (!deps.isOpen()) return void unreached.push(id)
      const before = await deps.checkouts.require(id)
      const result = breaker.isOpen(before.provider)
        ? UNREACHED
        : await runNamed(namesOf(before), () => check(deps, before, report))
      breaker.record(before.provider, result.isReached)
      if (!result.isWhole) unread.push(id)
      if (!result.isReached) unreached.push(id)
    },
    { concurrency: CONCURRENCY },
  )
  report.unreachable += unread.length
  return { unread, unreached }
}

/** The extent of a check: whether the provider was reached, and its history read as a whole. */
interface CheckResult {
  isReached: boolean
  isWhole: boolean
}

const UNREACHED: CheckResult = { isReached: false, isWhole: false }

async function check(
  deps: CheckDeps,
  before: CheckoutRow,
  report: ReconcileReport,
): Promise<CheckResult> {
  const { database, checkouts, clock } = deps
  const { id } = before
  const centsBefore = await findNetCents(database.reader, id)
  let state = before.state
  try {
    const settled = await checkouts.reconcile(before)
    state = settled.checkout.state
    const cents = await findNetCents(database.reader, id)
    report.checked += 1
    if (state !== before.state || cents !== centsBefore) {
      report.mended.push({
        checkoutId: id,
        from: before.state,
        to: state,
        cents: cents - centsBefore,
      })
    }
    await deps.concerns.end(concernId('checkout_not_reconciled', id))
    const { netCents, isWhole } = settled
    if (isWhole) report.driftCents += await noteDrift(deps, before, { cents, netCents })
    return { isReached: true, isWhole }
  } catch (error) {
    return await noteFailure(deps, error, before)
  } finally {
    const pause = LONGEST_PAUSE_MS[state]
    if (pause > 0) await checkouts.scheduleCheck(id, clock() + pauseFor(before, clock(), pause))
  }
}

/**
 * Returns the pause before the next check, ms: it grows with the checkout's age, and is longest for
 * one that nobody should pay any more.
 */
function pauseFor({ created_at, expires_at }: CheckoutRow, now: number, longest: number): number {
  const maxMs = now > expires_at + LATE_MS ? LONGEST_PAUSE_MS.processing : longest
  return Math.min(Math.max(MINUTE_MS, (now - created_at) / 8), maxMs)
}

/**
 * Returns the difference between the provider and the ledger in cents; 0 if the provider has taken
 * no money.
 */
async function noteDrift(
  { concerns }: CheckDeps,
  { id, provider }: CheckoutRow,
  { cents, netCents }: { cents: number; netCents: number | null },
): Promise<number> {
  const drift = netCents === null ? 0 : Math.abs(netCents - cents)
  if (netCents === null || drift === 0) {
    await concerns.end(concernId('ledger_drift', id))
    return 0
  }
  await concerns.raise({
    kind: 'ledger_drift',
    subject: id,
    message: `The provider has ${netCents} cents left of a payment, the ledger ${cents}.`,
    details: { checkoutId: id, providerCents: netCents, ledgerCents: cents },
    provider,
  })
  return drift
}

async function noteFailure(
  { concerns, logger }: CheckDeps,
  error: unknown,
  { id, provider, provider_ref: paymentRef }: CheckoutRow,
): Promise<CheckResult> {
  logFailure(logger, { error, checkout: id }, 'checkout could not be reconciled')
  if (isTransient(error)) return { isReached: isPermissionDenied(error), isWhole: false }
  await concerns.raise({
    kind: 'checkout_not_reconciled',
    subject: id,
    message: `A checkout could not be reconciled: ${tellHost(error)}`,
    details: { checkoutId: id, paymentRef },
    provider,
  })
  return { isReached: true, isWhole: true }
}
