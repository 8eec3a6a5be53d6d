import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import type { Checkouts, Providers } from '#server/features/checkouts/checkouts.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import { findLikelyToMove } from '#server/features/ledger/ledger.ts'
import type { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import type { Statements } from '#server/features/statements/statements.ts'
import type { Events } from './events.ts'
import { audit } from './audit.ts'
import { checkEach } from './check.ts'
import { PaidSweep } from './paid-sweep.ts'
import { noteRead, readLists } from './provider-lists.ts'
import { findUnbooked, noteWaiting } from './waiting.ts'

const RECONCILE_INTERVAL_MS = 60_000
const WATCH_INTERVAL_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

export interface ReconcilerDeps {
  database: Database
  providers: Providers
  checkouts: Pick<
    Checkouts,
    | 'recognise'
    | 'require'
    | 'reconcile'
    | 'findUnfinished'
    | 'findInReview'
    | 'findDuplicates'
    | 'countPaidElsewhere'
    | 'findPaid'
    | 'findPaidAfter'
    | 'scheduleCheck'
  >
  inbox: Pick<
    Events,
    'adopt' | 'idle' | 'retryWaiting' | 'findParked' | 'findWaiting' | 'countOutcomes'
  >
  concerns: Pick<Concerns, 'raise' | 'end' | 'endOfGoneMachines' | 'sync' | 'find' | 'list'>
  health: Pick<ProviderHealth, 'reports' | 'checkNow'>
  statements: Pick<Statements, 'compareNow'>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}

/**
 * The checkouts of a round: those that are `due`, those that are `unfinished`, or `all`, the paid
 * ones included.
 */
export type Scope = 'due' | 'unfinished' | 'all'

/**
 * Reconciles the ledger with the providers, whatever happened to their events: at the start all
 * unfinished checkouts, then once a minute those that are due.
 */
export class Reconciler {
  readonly #deps: ReconcilerDeps
  readonly #paidSweep: PaidSweep
  readonly #heldSince = new Map<ProviderName, number>()
  #running: Promise<ReconcileReport> | undefined
  #noting: Promise<void> = Promise.resolve()
  #cancelNext = () => {}
  #isClosed = false
  #watchedAt = 0
  #auditedAt: number
  #reconciledAt: number | null = null
  #unread: readonly ProviderName[] = []

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps
    this.#paidSweep = new PaidSweep(deps)
    this.#auditedAt = deps.clock()
  }

  /** The end of the last round, Unix ms; null before the first. */
  get reconciledAt(): number | null {
    return this.#reconciledAt
  }

  /** The providers whose lists could not be read in the last round. */
  get unread(): readonly ProviderName[] {
    return this.#unread
  }

  start(): void {
    this.#runAndSchedule('unfinished')
  }

  /**
   * Reconciles by hand: a separate round that also checks the permissions of our keys, the waiting
   * and parked events, whether board and ledger agree, and the providers' statements. Fails only if
   * the database does.
   */
  async run(scope: 'unfinished' | 'all'): Promise<ReconcileReport> {
    const { clock, inbox, concerns, health, statements } = this.#deps
    const report = await this.#runExclusively(async () => {
      await health.checkNow()
      const { report: round, unread } = await this.#round(scope)
      await inbox.retryWaiting()
      await inbox.idle()
      round.outcomes = await inbox.countOutcomes(clock() - DAY_MS)
      round.driftCents += await this.#audit()
      await noteWaiting(this.#deps, 'all')
      const unbooked = await findUnbooked(this.#deps)
      round.uncompared = new Set([...unread, ...unbooked]).size
      return round
    })
    // Rounds may run meanwhile, since reading a year's statement takes long.
    report.statements = await statements.compareNow()
    report.concerns = await concerns.list()
    return report
  }

  /** Updates the concerns about what waits for the host, without asking the providers. */
  noteWaiting(): Promise<void> {
    return noteWaiting(this.#deps)
  }

  /** Starts `noteWaiting` in the background, as after a permission was lost. */
  noteSoon(): void {
    if (this.#isClosed) return
    this.#noting = this.noteWaiting().catch((error: unknown) => {
      this.#deps.logger.error({ err: error }, 'what waits for the host could not be noted')
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelNext()
    await Promise.allSettled([this.#running, this.#noting])
  }

  #runAndSchedule(scope: Scope): void {
    const { schedule, logger } = this.#deps
    this.#runExclusively(() => this.#roundWithAudit(scope))
      .then((report) => logReport(logger, report))
      .catch(reportFailure(logger, 'reconciling failed'))
      .finally(() => {
        if (this.#isClosed) return
        this.#cancelNext = schedule(() => this.#runAndSchedule('due'), RECONCILE_INTERVAL_MS)
      })
  }

  /** Runs one round after another, since two at a time would ask the same. */
  async #runExclusively(work: () => Promise<ReconcileReport>): Promise<ReconcileReport> {
    while (this.#running !== undefined) await Promise.allSettled([this.#running])
    this.#running = work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /**
   * Runs a round. Returns its report and the ids of the checkouts that could not be read
   * completely.
   */
  async #round(scope: Scope): Promise<{ report: ReconcileReport; unread: string[] }> {
    const report = emptyReport()
    const heldSince = this.#heldSince
    const deps = { ...this.#deps, heldSince, isOpen: () => !this.#isClosed }
    const ids = await this.#choose(scope)
    const first = await checkEach(deps, ids, report)
    const lists = await readLists(deps, report)
    const changed = [...lists.changed.keys()].filter((id) => !ids.includes(id))
    const second = await checkEach(deps, changed, report)
    // A round that a stop cuts short has asked nobody: the next start reads the lists again.
    if (!this.#isClosed) await noteRead(deps, lists, [...first.unreached, ...second.unreached])
    const unreadLate = await this.#paidSweep.resume(
      (more, note) => checkEach(deps, more, note),
      report,
    )
    await noteWaiting(this.#deps)
    this.#reconciledAt = this.#deps.clock()
    this.#unread = lists.unread
    return { report, unread: [...first.unread, ...second.unread, ...unreadLate] }
  }

  /** Runs a scheduled round, which compares ledger and board once a day. */
  async #roundWithAudit(scope: Scope): Promise<ReconcileReport> {
    const { report } = await this.#round(scope)
    if (isDue(this.#deps.clock(), this.#auditedAt, DAY_MS)) report.driftCents += await this.#audit()
    return report
  }

  #audit(): Promise<number> {
    const { database, concerns, clock } = this.#deps
    this.#auditedAt = clock()
    return audit(database.reader, concerns)
  }

  async #choose(scope: Scope): Promise<string[]> {
    const { checkouts, database, clock } = this.#deps
    const now = clock()
    const dueBy = scope === 'due' ? now : Number.MAX_SAFE_INTEGER
    const unfinished = await checkouts.findUnfinished(dueBy)
    if (scope === 'all') {
      const paid = await checkouts.findPaid()
      return [...new Set([...unfinished, ...paid, ...(await this.#findConcerned())])]
    }
    if (scope === 'due' && !isDue(now, this.#watchedAt, WATCH_INTERVAL_MS)) return unfinished
    this.#watchedAt = now
    const watched = [
      ...(await findLikelyToMove(database.reader, now)),
      ...(await this.#findConcerned()),
    ]
    return [...new Set([...unfinished, ...watched])]
  }

  /** Returns the ids of checkouts with a concern that another check may end. */
  async #findConcerned(): Promise<string[]> {
    const open = await this.#deps.concerns.list()
    return open
      .filter(({ kind }) => kind === 'checkout_not_reconciled' || kind === 'ledger_drift')
      .map(({ subject }) => subject)
  }
}

/** Returns whether so much time has gone since; a clock that was set back counts as if it had. */
function isDue(now: number, last: number, intervalMs: number): boolean {
  return now < last || now >= last + intervalMs
}

function emptyReport(): ReconcileReport {
  return {
    missed: 0,
    checked: 0,
    mended: [],
    unreachable: 0,
    uncompared: 0,
    outcomes: [],
    concerns: [],
    driftCents: 0,
    statements: [],
  }
}

function logReport(
  logger: Pick<Logger, 'debug' | 'info' | 'error'>,
  report: ReconcileReport,
): void {
  const { missed, driftCents } = report
  const mended = report.mended.length
  if (driftCents !== 0) logger.error({ driftCents }, 'books and providers differ')
  else if (missed + mended > 0) logger.info({ missed, mended }, 'books brought up to date')
}
