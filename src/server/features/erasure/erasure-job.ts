import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Database, Write } from '#server/infra/database/database.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { ErasedAccount } from '#server/infra/eraser.ts'
import type { MailStore } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { findDueDeletions, findNextSweep, noteSweep, type Deletion } from './store.ts'

/** The time in which requests that ran during a deletion may still have written something, ms. */
const SETTLING_MS = 60 * 60 * 1000
/** The time between two sweeps: providers report an old payment's refund or dispute by name. */
const SWEEP_INTERVAL_MS = 24 * 60 * 60 * 1000
const BATCH = 50

export interface ErasureJobDeps {
  database: Database
  mailer: MailStore
  /** Keys the hashes of addresses. */
  authSecret: string
  /** Erases from all tables what is kept about a deleted account. */
  sweepAccount: Write<ErasedAccount, null>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

/**
 * Erases what a deletion's transaction cannot: mails that are kept as files, the bytes that deleted
 * rows leave in the database's files, and what comes later about payments of a deleted account. It
 * goes on after a restart, and every step may be done twice.
 */
export class ErasureJob {
  readonly #deps: ErasureJobDeps
  readonly #worker: DueWorker

  constructor(deps: ErasureJobDeps) {
    this.#deps = deps
    const { database, clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: (isOpen) => this.#workOff(isOpen),
      findNextDue: () => findNextSweep(database.reader),
      clock,
      schedule,
      report: reportFailure(logger, 'erasing deleted accounts failed'),
    })
  }

  start(): void {
    this.#worker.start()
  }

  wake(): void {
    this.#worker.wake()
  }

  /** Resolves when nothing that is due is left to erase. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  /** Returns the hash by which the mails to an address are found once the address is erased. */
  keyOf(address: string): string {
    return createHmac('sha256', this.#deps.authSecret)
      .update(`deleted address\n${address.toLowerCase()}`)
      .digest('base64url')
  }

  async #workOff(isOpen: () => boolean): Promise<void> {
    const { database, clock } = this.#deps
    while (isOpen()) {
      const due = await findDueDeletions(database.reader, { now: clock(), limit: BATCH })
      if (due.length === 0) return
      for (const deletion of due) await this.#sweep(deletion)
      await database.purge()
    }
  }

  async #sweep({ user_id: userId, deleted_at, address_key }: Deletion): Promise<void> {
    const { database, mailer, sweepAccount, clock } = this.#deps
    if (address_key !== null) await mailer.erase((to) => this.keyOf(to) === address_key)
    await database.write(sweepAccount, { userId })
    const isSettled = clock() >= deleted_at + SETTLING_MS
    const nextAt = isSettled ? clock() + SWEEP_INTERVAL_MS : deleted_at + SETTLING_MS
    await database.write(noteSweep, { userId, forgetsAddress: isSettled, nextAt })
  }
}
