import type { Logger } from 'pino'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { Database } from '../../infra/database/database.ts'
import type { Schedule } from '../../infra/schedule.ts'
import type { Checkouts, Providers } from '../checkouts/checkouts.ts'
import type { Events } from './events.ts'
import { audit } from './audit.ts'
import { checkEach } from './check.ts'
import { readLists } from './provider-lists.ts'
import { findWatched } from './store.ts'

const ROUND_MS = 60_000
const WATCH_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

export interface ReconcilerDeps {
  database: Database
  providers: Providers
  checkouts: Pick<
    Checkouts,
    'locate' | 'require' | 'reconcile' | 'findUnfinished' | 'findPaid' | 'scheduleCheck'
  >
  inbox: Pick<Events, 'adopt' | 'idle' | 'findParked' | 'countOutcomes'>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

/**
 * How much a round asks the providers: about what is `due`, about all that is `unfinished`, or
 * about `all` that was ever paid as well.
 */
export type Scope = 'due' | 'unfinished' | 'all'

/**
 * Brings our books to the providers' truth whatever became of their events: at the start all that
 * was unfinished, from then on once a minute what is due.
 */
export class Reconciler {
  readonly #deps: ReconcilerDeps
  #running: Promise<ReconcileReport> | undefined
  #cancelNext = () => {}
  #isClosed = false
  #watchedAt = 0

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#runAndSchedule('unfinished')
  }

  /**
   * Reconciles by hand: as a round of its own, with a look at what was put aside and at whether
   * board and ledger agree. Fails only as the database does.
   */
  async run(scope: 'unfinished' | 'all'): Promise<ReconcileReport> {
    const { database, clock, inbox } = this.#deps
    return this.#alone(async () => {
      const report = await this.#round(scope)
      await inbox.idle()
      report.outcomes = await inbox.countOutcomes(clock() - DAY_MS)
      for (const event of await inbox.findParked()) {
        const subject = `event ${event.event_id} (${event.type})`
        report.concerns.push({ subject, reason: event.outcome ?? 'unknown' })
      }
      await audit(database.reader, report)
      return report
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelNext()
    await Promise.allSettled([this.#running])
  }

  #runAndSchedule(scope: Scope): void {
    const { schedule, logger } = this.#deps
    this.#alone(() => this.#round(scope))
      .then((report) => tell(logger, report))
      .catch((error: unknown) => logger.error({ err: error }, 'reconciling failed'))
      .finally(() => {
        if (this.#isClosed) return
        this.#cancelNext = schedule(() => this.#runAndSchedule('due'), ROUND_MS)
      })
  }

  /** One round after another, since two would only ask the same. */
  async #alone(work: () => Promise<ReconcileReport>): Promise<ReconcileReport> {
    while (this.#running !== undefined) await Promise.allSettled([this.#running])
    this.#running = work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #round(scope: Scope): Promise<ReconcileReport> {
    const report = emptyReport()
    const deps = { ...this.#deps, isOpen: () => !this.#isClosed }
    const ids = await this.#choose(scope)
    await checkEach(deps, ids, report)
    const hinted = await readLists(deps, report)
    await checkEach(deps, [...hinted.difference(new Set(ids))], report)
    return report
  }

  async #choose(scope: Scope): Promise<string[]> {
    const { checkouts, database, clock } = this.#deps
    const now = clock()
    const dueBy = scope === 'due' ? now : Number.MAX_SAFE_INTEGER
    const unfinished = await checkouts.findUnfinished(dueBy)
    if (scope === 'all') return [...unfinished, ...(await checkouts.findPaid())]
    if (scope === 'due' && now < this.#watchedAt + WATCH_MS) return unfinished
    this.#watchedAt = now
    return [...unfinished, ...(await findWatched(database.reader, now))]
  }
}

function emptyReport(): ReconcileReport {
  return {
    missed: 0,
    checked: 0,
    mended: [],
    unreachable: 0,
    outcomes: [],
    concerns: [],
    driftCents: 0,
  }
}

function tell(logger: Pick<Logger, 'info' | 'error'>, report: ReconcileReport): void {
  const { missed, concerns, driftCents } = report
  const mended = report.mended.length
  if (driftCents !== 0) logger.error({ driftCents, concerns }, 'books and providers differ')
  else if (missed + mended > 0) logger.info({ missed, mended }, 'books brought up to date')
}
