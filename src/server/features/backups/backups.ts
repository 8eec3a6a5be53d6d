import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { deleteOutdated, findNewest, nameBackup } from './backup-folder.ts'
import { readLastBackup } from './last-backup.ts'
import { runBackup } from './run-backup.ts'

/** When and where the server makes backups. */
export interface BackupSchedule {
  folder: string
  /** The time between two, ms. */
  everyMs: number
}

export interface BackupsDeps {
  /** Undefined if the server makes none by itself. */
  backupSchedule?: BackupSchedule | undefined
  dataDir: string
  clock: () => number
  schedule: Schedule
  logger: Logger
  /** Makes one backup; the program's own command by default. */
  makeOne?: (file: string, signal: AbortSignal) => Promise<void>
}

/** What is known of the backups of this installation. */
export interface BackupState {
  isScheduled: boolean
  /** The time of the last good one, Unix ms; null if none is known. */
  lastAt: number | null
  /** True while one is to be made, so that it is not known whether that works. */
  isDue: boolean
  /** A sentence about what is wrong; undefined if nothing is. */
  problem: string | undefined
}

/** The pause after a failure, ms. */
const RETRY_MS = 10 * 60_000

/** The time that a backup may be late before that is a problem, ms: a large one takes its time. */
const MAX_LATE_MS = 60 * 60_000

/** Makes backups when they are due, one at a time, and knows how they are. */
export class Backups {
  readonly #deps: BackupsDeps
  readonly #worker: DueWorker
  readonly #stop = new AbortController()
  #onChanged = () => {}
  #madeAt: number | undefined
  #failure: { sentence: string; retryAt: number } | undefined

  constructor(deps: BackupsDeps) {
    this.#deps = deps
    const { clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: () => this.#makeDue(),
      findNextDue: async () => this.#findNextDue(),
      clock,
      schedule,
      report: (error) => logger.error({ err: error }, 'looking for due backups failed'),
    })
  }

  start(): void {
    if (this.#deps.backupSchedule !== undefined) this.#worker.start()
  }

  /** Resolves when no backup that is due is left to make. */
  idle(): Promise<void> {
    return this.#worker.idle()
  }

  /** Ends; a backup that is being made is given up. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#worker.close()
  }

  /** Calls `listener` after each backup and each failure. */
  onChanged(listener: () => void): void {
    this.#onChanged = listener
  }

  state(): BackupState {
    const { backupSchedule, dataDir } = this.#deps
    if (backupSchedule === undefined) {
      const last = readLastBackup(dataDir)
      const lastAt = last === undefined ? null : Date.parse(last.madeAt)
      return { isScheduled: false, lastAt, isDue: false, problem: undefined }
    }
    const lastAt = this.#findLast(backupSchedule) ?? null
    const isDue = (this.#findNextDue() ?? 0) <= this.#deps.clock()
    const problem = this.#findProblem(backupSchedule, lastAt)
    return { isScheduled: true, lastAt, isDue, problem }
  }

  /** Returns the time of the last one: also if the folder cannot be read, or was emptied since. */
  #findLast({ folder }: BackupSchedule): number | undefined {
    return findNewest(folder) ?? this.#madeAt
  }

  #findProblem({ everyMs }: BackupSchedule, lastAt: number | null): string | undefined {
    if (this.#failure !== undefined) {
      return `The last backup could not be made. ${this.#failure.sentence}`
    }
    if (lastAt === null || this.#deps.clock() - lastAt <= everyMs + MAX_LATE_MS) return undefined
    return 'The last backup is older than BACKUP_EVERY asks for. Look at BACKUP_DIR and its disk.'
  }

  #findNextDue(): number | undefined {
    const { backupSchedule, clock } = this.#deps
    if (backupSchedule === undefined) return undefined
    if (this.#failure !== undefined) return this.#failure.retryAt
    const lastAt = this.#findLast(backupSchedule)
    return lastAt === undefined ? clock() : lastAt + backupSchedule.everyMs
  }

  async #makeDue(): Promise<void> {
    const { backupSchedule, clock, logger } = this.#deps
    const due = this.#findNextDue()
    const now = clock()
    if (backupSchedule === undefined || due === undefined || due > now) return
    const { folder } = backupSchedule
    const file = nameBackup(folder, now)
    try {
      await (this.#deps.makeOne ?? runBackup)(file, this.#stop.signal)
      this.#failure = undefined
      this.#madeAt = now
      logger.info({ file }, 'backup made')
      deleteOutdated(folder, now)
    } catch (error) {
      if (this.#stop.signal.aborted) return
      this.#failure = { sentence: messageOf(error), retryAt: clock() + RETRY_MS }
      logger.error({ err: error, file }, 'a backup could not be made')
    }
    this.#onChanged()
  }
}
