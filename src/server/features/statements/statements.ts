import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { StatementReport } from '#contract/reconciliation.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Span } from '#server/payments/reading/statement.ts'
import type { Providers } from '#server/features/checkouts/checkouts.ts'
import { compareStatement, type UpTo } from './compare-statement.ts'
import { nameOf, sumDrift, type ComparisonDeps } from './comparison.ts'
import { emptyReport } from './report.ts'
import { findQuarterFees, sumAllFees, type FeeSum, type QuarterFees } from './fees.ts'
import { findLines, findMark, findTriedAt, setMark, type LineRow } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export interface StatementsDeps extends ComparisonDeps {
  providers: Providers
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}

export interface StatementMeasure {
  provider: ProviderName
  driftCents: number
  /** The end of the last day that was compared, Unix ms; null before the first. */
  comparedUntil: number | null
  /** The time since the end of the last day that was compared; null before the first. */
  ageSeconds: number | null
}

/**
 * Compares the providers' own statements with the ledger, payment by payment: each night the days
 * that are complete, and by hand up to now. Stores the lines of our payments, with their fees.
 */
export class Statements {
  readonly #deps: StatementsDeps
  readonly #worker: DueWorker
  readonly #mutex = new KeyedMutex()
  readonly #dueAt = new Map<ProviderName, number>()
  readonly #logged = new Map<ProviderName, string>()
  readonly #fees = new Map<Livemode, { triedAt: number; sums: FeeSum[] }>()

  constructor(deps: StatementsDeps) {
    this.#deps = deps
    const { clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#compareDue(isOpen),
      findNextDue: async () => Math.min(...this.#dueAt.values()),
      clock,
      schedule,
      report: reportFailure(logger, 'comparing statements failed'),
    })
  }

  start(): void {
    if (Object.keys(this.#deps.providers).length > 0) this.#worker.start()
  }

  /** Resolves when all due comparisons are done. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  /**
   * Compares up to now, from a day before the end of the last comparison. Fails only if the
   * database does.
   */
  async compareNow(): Promise<StatementReport[]> {
    const providers = Object.values(this.#deps.providers)
    return Promise.all(providers.map((provider) => this.#compare(provider, 'now', () => true)))
  }

  /**
   * Returns the stored lines of our payments, the oldest first, one page after the line `after`.
   */
  findLines(
    provider: PaymentProvider,
    asked: Span & { after?: Pick<LineRow, 'at' | 'line_id'>; limit: number },
  ): Promise<LineRow[]> {
    return findLines(this.#deps.database.reader, nameOf(provider), asked)
  }

  /**
   * Returns the fees of all our lines of a mode. They are summed once after each comparison, since
   * nothing else changes them.
   */
  async sumFees(livemode: Livemode): Promise<FeeSum[]> {
    const { reader } = this.#deps.database
    const triedAt = await findTriedAt(reader, livemode)
    const known = this.#fees.get(livemode)
    if (known?.triedAt === triedAt) return known.sums
    const sums = await sumAllFees(reader, livemode)
    this.#fees.set(livemode, { triedAt, sums })
    return sums
  }

  /** Returns the fees of our lines in a span of time, by provider and quarter of an hour. */
  findQuarterFees(livemode: Livemode, span: Span): Promise<QuarterFees[]> {
    return findQuarterFees(this.#deps.database.reader, livemode, span)
  }

  async measure(): Promise<StatementMeasure[]> {
    const { database, providers } = this.#deps
    return Promise.all(
      Object.values(providers).map(async (provider) => {
        const until = (await findMark(database.reader, nameOf(provider)))?.compared_until ?? null
        const ageSeconds = until === null ? null : (provider.clock.now() - until) / 1000
        const driftCents = await sumDrift(database, nameOf(provider))
        return { provider: provider.name, driftCents, comparedUntil: until, ageSeconds }
      }),
    )
  }

  async #compareDue(isOpen: () => boolean): Promise<void> {
    for (const provider of Object.values(this.#deps.providers)) {
      if (!isOpen() || this.#deps.clock() < (this.#dueAt.get(provider.name) ?? 0)) continue
      const report = await this.#compare(provider, 'settled', isOpen)
      this.#dueAt.set(provider.name, await this.#findNextDue(provider))
      this.#log(report)
    }
  }

  /**
   * Returns the time of the next comparison: an hour after a failure, otherwise when the next day
   * is complete.
   */
  async #findNextDue(provider: PaymentProvider): Promise<number> {
    const { database, clock } = this.#deps
    const { compared_until: until } = (await findMark(database.reader, nameOf(provider))) ?? {}
    const inAnHour = clock() + HOUR_MS
    if (until === undefined || until === null) return inAnHour
    const { lateByMs } = provider.statement
    return Math.max(inAnHour, until + DAY_MS + lateByMs - provider.clock.offsetMs)
  }

  /** Runs one comparison of a statement at a time, since two would read the same. */
  #compare(provider: PaymentProvider, upTo: UpTo, isOpen: () => boolean): Promise<StatementReport> {
    return this.#mutex.run(provider.name, async () => {
      const { database, clock } = this.#deps
      const mark = await findMark(database.reader, nameOf(provider))
      const result = await compareStatement(this.#deps, provider, { mark, upTo, isOpen })
      if (result === undefined) return emptyReport(provider)
      const { report, comparedUntil } = result
      await database.write(setMark, {
        ...nameOf(provider),
        // A comparison that could not learn the account forgets nothing.
        provider_account: provider.account ?? mark?.provider_account ?? null,
        compared_until: comparedUntil,
        tried_at: clock(),
        report: JSON.stringify(report),
      })
      return report
    })
  }

  /** Logs a comparison, and each gap once. */
  #log({ gaps, ...report }: StatementReport): void {
    const { logger } = this.#deps
    const { provider, payments, driftCents } = report
    if (payments > 0) logger.info({ provider, payments, driftCents }, 'statement compared')
    const news = gaps.join(' ')
    if (news !== '' && this.#logged.get(provider) !== news) logger.warn({ provider }, news)
    this.#logged.set(provider, news)
  }
}

export type { FeeSum, QuarterFees } from './fees.ts'
export { findFeeOf, findFeesOf } from './fees.ts'
