import type { Logger } from 'pino'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { emptyPayloads } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Few enough events that payments in between are not delayed. */
const BATCH = 500

export interface RetentionDeps {
  database: Database
  retentionDays: number
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

/**
 * Empties the payloads of events that were handled long ago, once a day, as they contain names and
 * addresses of payers. The events themselves and their outcomes are kept, and everything of waiting
 * ones.
 */
export class EventRetention {
  readonly #deps: RetentionDeps
  readonly #worker: DueWorker
  #nextAt = 0

  constructor(deps: RetentionDeps) {
    this.#deps = deps
    const { clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#prune(isOpen),
      findNextDue: async () => this.#nextAt,
      clock,
      schedule,
      report: reportFailure(logger, 'pruning events failed'),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Resolves when all payloads that are due are empty. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #prune(isOpen: () => boolean): Promise<void> {
    const { database, retentionDays, clock } = this.#deps
    const now = clock()
    if (now < this.#nextAt) return
    const before = now - retentionDays * DAY_MS
    let emptied = BATCH
    while (isOpen() && emptied === BATCH) {
      emptied = await database.write(emptyPayloads, { before, limit: BATCH })
    }
    this.#nextAt = now + DAY_MS
  }
}
