import type { Logger } from 'pino'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import { readMarks, type MarksByRole, type ReadMarksDeps } from './read-marks.ts'

/** The pause between two polls, ms; they find what no hint tells, and make up for lost ones. */
const POLL_INTERVAL_MS = 1_000

/** The least time between two readings, ms: a burst of changes is told at most four times a second. */
const MIN_INTERVAL_MS = 250

export interface TopicWatchDeps extends ReadMarksDeps {
  bus: Bus
  campaign: Pick<LiveCampaign, 'current' | 'onChange'>
  logger: Pick<Logger, 'debug' | 'error'>
  onRead: (marks: MarksByRole) => void
}

/**
 * Watches what changes for hosts, while any of them has a console open: it reads the marks of all
 * topics after each hint of the bus, and every second.
 */
export class TopicWatch {
  readonly #deps: TopicWatchDeps
  readonly #read: () => Promise<void>
  #marks: MarksByRole | undefined
  #stops: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #readAt = 0

  constructor(deps: TopicWatchDeps) {
    this.#deps = deps
    this.#read = coalesce(async () => {
      this.#readAt = performance.now()
      this.#marks = await readMarks(deps)
      deps.onRead(this.#marks)
    })
  }

  /** Returns the marks of now. */
  async readNow(): Promise<MarksByRole> {
    await this.#read()
    if (this.#marks === undefined) throw new Error('The marks were not read.')
    return this.#marks
  }

  start(): void {
    if (this.#stops.length > 0) return
    const { bus, campaign } = this.#deps
    const poll = setInterval(() => this.#wake(), POLL_INTERVAL_MS).unref()
    this.#stops = [
      bus.subscribe(() => this.#wake()),
      campaign.onChange(() => this.#wake()),
      () => clearInterval(poll),
    ]
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #wake(): void {
    if (this.#timer !== undefined) return
    const waitMs = Math.max(0, this.#readAt + MIN_INTERVAL_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#read().catch(
        reportFailure(this.#deps.logger, 'what has changed for hosts could not be read'),
      )
    }, waitMs).unref()
  }
}
