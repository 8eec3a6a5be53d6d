import pMap from 'p-map'
import type { Logger } from 'pino'
import { isTransient } from '#contract/app-error.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { Database } from '#server/infra/database/database.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import { tellHost } from '#server/payments/failures/host-sentences.ts'
import { CircuitBreaker } from '#server/payments/circuit-breaker.ts'
import type { Checkouts, CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import { findNetCents } from '#server/features/ledger/ledger.ts'

/** Checkouts that are asked about at once; each provider allows for more. */
const CONCURRENCY = 16

const MINUTE_MS = 60_000
const LONGEST_PAUSE_MS: Record<CheckoutRow['state'], number> = {
  created: 3 * MINUTE_MS,
  awaiting_payer: 3 * MINUTE_MS,
  // Bank transfers take days, and their events are read from the lists.
  processing: 60 * MINUTE_MS,
  paid: 0,
  failed: 0,
  expired: 0,
  cancelled: 0,
  review: 0,
}

/** A payment that has run out of time may still come to its end for so long. */
const LATE_MS = 60 * MINUTE_MS

interface CheckDeps {
  database: Database
  checkouts: Pick<Checkouts, 'require' | 'reconcile' | 'scheduleCheck'>
  concerns: Pick<Concerns, 'raise' | 'end'>
  clock: () => number
  isOpen: () => boolean
  logger: Pick<Logger, 'warn'>
}

/** The checkouts about which not everything was learned. */
export interface Unread {
  /** Ids of those that could not be asked about, or not about all that became of their money. */
  unread: string[]
  /** Ids of the unread ones whose provider gave no answer; another try may bring one. */
  unreached: string[]
}

/** Asks the providers about each checkout, and notes what came of it. */
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
      const seen = breaker.isOpen(before.provider) ? AWAY : await check(deps, before, report)
      breaker.record(before.provider, seen.isReached)
      if (!seen.isWhole) unread.push(id)
      if (!seen.isReached) unreached.push(id)
    },
    { concurrency: CONCURRENCY },
  )
  report.unreachable += unread.length
  return { unread, unreached }
}

/** Whether a provider could be asked about a checkout, and about all that became of its money. */
interface Seen {
  isReached: boolean
  isWhole: boolean
}

const AWAY: Seen = { isReached: false, isWhole: false }

async function check(deps: CheckDeps, before: CheckoutRow, report: ReconcileReport): Promise<Seen> {
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

/** What has waited for long can wait a little longer, and what nobody should pay any more longer still. */
function pauseFor({ created_at, expires_at }: CheckoutRow, now: number, longest: number): number {
  const most = now > expires_at + LATE_MS ? LONGEST_PAUSE_MS.processing : longest
  return Math.min(Math.max(MINUTE_MS, (now - created_at) / 8), most)
}

/** Returns by how many cents the provider and the ledger differ; 0 where it has taken none. */
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
): Promise<Seen> {
  logger.warn({ err: error, checkout: id }, 'checkout could not be reconciled')
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
