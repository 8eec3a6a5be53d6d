import type { Logger } from 'pino'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Checkouts, Providers } from '#server/features/checkouts/checkouts.ts'
import type { Unread } from './check.ts'
import { findAskedUntil, setAskedUntil } from './store.ts'

/** The number of checkouts of a round: some ten requests a second for a minute. */
const BATCH = 200

/** The pause before a provider that could not be reached is asked again. */
const RETRY_MS = 15 * 60_000

export interface PaidSweepDeps {
  database: Database
  providers: Providers
  checkouts: Pick<Checkouts, 'findPaidAfter'>
  clock: () => number
  logger: Pick<Logger, 'info'>
}

/** Checks each checkout with its provider, and adds the results to the report. */
export type CheckEach = (ids: readonly string[], report: ReconcileReport) => Promise<Unread>

/**
 * Checks every paid checkout once if the server was away for longer than its provider keeps events,
 * since no list contains the changes any more. It works in the order of the checkouts, some in each
 * round, and resumes after a restart.
 */
export class PaidSweep {
  readonly #deps: PaidSweepDeps
  readonly #notBefore = new Map<string, number>()

  constructor(deps: PaidSweepDeps) {
    this.#deps = deps
  }

  /** Checks the next checkouts, and returns those that could not be read completely. */
  async resume(checkEach: CheckEach, report: ReconcileReport): Promise<string[]> {
    const unread: string[] = []
    for (const provider of Object.values(this.#deps.providers)) {
      unread.push(...(await this.#resumeProvider(provider, checkEach, report)))
    }
    return unread
  }

  async #resumeProvider(
    provider: PaymentProvider,
    checkEach: CheckEach,
    report: ReconcileReport,
  ): Promise<string[]> {
    const { database, checkouts, clock, logger } = this.#deps
    const { name } = provider
    if (clock() < (this.#notBefore.get(name) ?? 0)) return []
    const from = await findAskedUntil(database.reader, name)
    if (from === undefined) return []
    const ids = await checkouts.findPaidAfter(provider, { after: from, limit: BATCH })
    const unreachable = report.unreachable
    const { unread } = await checkEach(ids, report)
    if (report.unreachable > unreachable) {
      this.#notBefore.set(name, clock() + RETRY_MS)
      return unread
    }
    const to = ids.length < BATCH ? null : (ids.at(-1) ?? null)
    await database.write(setAskedUntil, { provider: name, from, to })
    if (to === null) logger.info({ provider: name }, 'every paid checkout was asked about')
    return unread
  }
}
