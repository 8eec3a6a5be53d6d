import type { Logger } from 'pino'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Checkouts, Providers } from '#server/features/checkouts/checkouts.ts'
import type { Unread } from './check.ts'
import { findAskedUntil, setAskedUntil } from './store.ts'

/** Checkouts that a round asks about: some ten requests a second for a minute. */
const BATCH = 200

/** A provider that could not be asked about all of them is asked again after a while. */
const RETRY_MS = 15 * 60_000

export interface PaidSweepDeps {
  database: Database
  providers: Providers
  checkouts: Pick<Checkouts, 'findPaidAfter'>
  clock: () => number
  logger: Pick<Logger, 'info'>
}

/** Asks about each checkout, and notes what came of it. */
export type CheckEach = (ids: readonly string[], report: ReconcileReport) => Promise<Unread>

/**
 * Asks about every paid checkout once where the server was away for longer than its provider keeps
 * events: what became of their money no list tells any more. It goes on where it was left, in the order
 * of the checkouts, a part of them in each round.
 */
export class PaidSweep {
  readonly #deps: PaidSweepDeps
  readonly #notBefore = new Map<string, number>()

  constructor(deps: PaidSweepDeps) {
    this.#deps = deps
  }

  /** Asks about the next part, and returns the checkouts of which not all could be read. */
  async resume(checkEach: CheckEach, report: ReconcileReport): Promise<string[]> {
    const unread: string[] = []
    for (const provider of Object.values(this.#deps.providers)) {
      unread.push(...(await this.#goOnWith(provider, checkEach, report)))
    }
    return unread
  }

  async #goOnWith(
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
