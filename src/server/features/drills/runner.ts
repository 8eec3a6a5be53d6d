import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import { formatAmount } from '#contract/money.ts'
import type { DrillName, DrillRun } from '#contract/host/drills.ts'
import type { AuditActor } from '#server/features/audit/audit.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { DrillRecord } from './record.ts'
import { SCRIPTS } from './scripts/scripts.ts'
import { Stage, sumDrift, type StageDeps } from './stage.ts'
import { noteDrill } from './store.ts'

export interface DrillRunnerDeps extends StageDeps {
  campaign: Pick<LiveCampaign, 'current' | 'limits' | 'requireDonation'>
  logger: Pick<Logger, 'info' | 'error'>
}

/** A drill that is under way. */
interface Current {
  record: DrillRecord
  controller: AbortController
  done: Promise<void>
}

/** Runs one drill at a time, and remembers the last one until the server stops. */
export class DrillRunner {
  readonly #deps: DrillRunnerDeps
  #current: Current | undefined
  #isStarting = false
  #isClosed = false

  constructor(deps: DrillRunnerDeps) {
    this.#deps = deps
  }

  /** The drill that runs, or the last one; null before the first. */
  get run(): DrillRun | null {
    return this.#current?.record.toView() ?? null
  }

  /** Starts a drill. Fails with `failed-precondition` while one runs, or if none can. */
  async start(drill: DrillName, actor: AuditActor): Promise<void> {
    if (this.#isStarting || this.#isClosed || this.#current?.record.isRunning === true) {
      throw new AppError('failed-precondition', 'A drill is running: wait for its end, or stop it.')
    }
    this.#isStarting = true
    try {
      const { clock, campaign, database } = this.#deps
      campaign.requireDonation(campaign.limits.minCents)
      await this.#requireNoDrift()
      const record = new DrillRecord(drill, clock)
      const action = { action: 'drill.started' as const, actor, runId: record.id, drill }
      await database.write(noteDrill, { ...action, at: clock() })
      const controller = new AbortController()
      const done = this.#play(new Stage(this.#deps, { record, actor, signal: controller.signal }))
      this.#current = { record, controller, done }
    } finally {
      this.#isStarting = false
    }
  }

  /**
   * Stops the drill that runs and ends its faults; one that another host has stopped is only waited
   * for. Fails with `failed-precondition` without one.
   */
  async stop(actor: AuditActor): Promise<void> {
    const current = this.#current
    if (current?.record.isRunning !== true) {
      throw new AppError('failed-precondition', 'No drill is running.')
    }
    const { record, controller, done } = current
    if (!controller.signal.aborted) {
      // First of all, since a drill that pays on while the entry is written was not stopped.
      controller.abort()
      const { clock, database } = this.#deps
      const { id: runId, drill } = record
      await database.write(noteDrill, { action: 'drill.stopped', actor, runId, drill, at: clock() })
    }
    await done
  }

  /** Stops the drill that runs, and starts no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#current?.controller.abort()
    await this.#current?.done
  }

  async #requireNoDrift(): Promise<void> {
    const driftCents = sumDrift(await this.#deps.readDrift())
    if (driftCents === 0) return
    throw new AppError(
      'failed-precondition',
      `The overview shows a drift of ${formatAmount(driftCents)} already: settle that first.`,
    )
  }

  /** Performs a drill, ends its faults, and says how it ended; never rejects. */
  async #play(stage: Stage): Promise<void> {
    const { record, signal } = stage
    await this.#perform(stage)
    // Payments under way would else come after the faults, and miss in the figures.
    await stage.whenPaid()
    await this.#endFaults(record)
    if (signal.aborted || !record.isMeasured) await this.#measureEnd(stage)
    const ended = record.hasPassed ? 'passed' : 'failed'
    record.end(signal.aborted ? 'stopped' : ended)
    const { id: run, drill } = record
    this.#deps.logger.info({ run, drill, state: record.toView().state }, 'a drill has ended')
  }

  async #perform(stage: Stage): Promise<void> {
    const { record, signal } = stage
    try {
      await stage.begin()
      await SCRIPTS[record.drill](stage)
    } catch (error) {
      if (signal.aborted) return
      this.#deps.logger.error({ err: error, drill: record.drill }, 'a drill could not go on')
      const reason = error instanceof AppError ? error.message : 'See the log of the server.'
      record.add('failed', `The drill could not go on. ${reason}`)
    }
  }

  async #endFaults(record: DrillRecord): Promise<void> {
    try {
      await this.#deps.standIns.setWebhookFaults({})
    } catch (error) {
      // A server that ends takes the stand-ins' faults with it.
      if (this.#isClosed) return
      this.#deps.logger.error({ err: error }, 'the faults of a drill could not be ended')
      record.add('failed', 'The faults could not be ended: start the server again to end them.')
    }
  }

  /** Measures what a drill has left that did not come to its end; its payments stay. */
  async #measureEnd(stage: Stage): Promise<void> {
    if (this.#isClosed) return
    const { record, payments, signal } = stage
    try {
      const { differences } = await stage.measure('after')
      if (!signal.aborted) return
      record.add('done', `Stopped after ${payments.length} donations. The faults are ended.`)
      for (const difference of differences) record.add('done', `So far: ${difference}`)
    } catch (error) {
      this.#deps.logger.error({ err: error }, 'a drill without an end could not be measured')
      record.add('failed', 'What the drill has left could not be measured.')
    }
  }
}
