import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import { DueWorker } from '#server/infra/due-worker.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { deleteOutdated, findNewest, nameBackup } from './backup-folder.ts'
import { readLastBackup } from './last-backup.ts'
import { MAX_MAKING_MS, runBackup, TOO_LONG } from './run-backup.ts'
import type { UpgradeBackups } from './upgrade/upgrade-backups.ts'

/** When and where the server makes backups. */
export interface BackupSchedule {
  folder: string
  /** The time between two, ms. */
  everyMs: number
}

export interface BackupsDeps {
  /** Undefined if the server makes none by itself. */
  backupSchedule?: BackupSchedule | undefined
  /** The id of this installation, which the names of its backups contain. */
  installationId: string
  dataDir: string
  clock: () => number
  schedule: Schedule
  logger: Logger
  /** Packs what a start has copied before it migrated the database. */
  upgradeBackups?: Pick<UpgradeBackups, 'nextAt' | 'problem' | 'pack'> | undefined
  /** Makes one backup; the program's own command by default. */
  makeOne?: (file: string, signal: AbortSignal) => Promise<void>
}

/** The state of the backups of this installation. */
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
  /** The time of the newest one, as the folder told last. */
  #lastAt: number | undefined
  #startedAt: number | undefined
  #failure: { sentence: string; retryAt: number } | undefined

  constructor(deps: BackupsDeps) {
    this.#deps = deps
    const { clock, schedule, logger } = deps
    this.#worker = new DueWorker({
      workOff: () => this.#workOff(),
      findNextDue: async () => earliest(this.#findNextDue(), deps.upgradeBackups?.nextAt),
      clock,
      schedule,
      report: reportFailure(logger, 'looking for due backups failed'),
    })
  }

  start(): void {
    this.#startedAt = this.#deps.clock()
    const { backupSchedule, upgradeBackups } = this.#deps
    if (backupSchedule !== undefined || upgradeBackups?.nextAt !== undefined) this.#worker.start()
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
    const { backupSchedule, upgradeBackups, dataDir } = this.#deps
    if (backupSchedule === undefined) {
      const last = readLastBackup(dataDir)
      const lastAt = last === undefined ? null : Date.parse(last.madeAt)
      return { isScheduled: false, lastAt, isDue: false, problem: upgradeBackups?.problem }
    }
    const lastAt = this.#lastAt ?? null
    const isDue = (this.#findNextDue() ?? 0) <= this.#deps.clock()
    const problem = this.#findProblem(backupSchedule, lastAt) ?? upgradeBackups?.problem
    return { isScheduled: true, lastAt, isDue, problem }
  }

  #findProblem({ everyMs }: BackupSchedule, lastAt: number | null): string | undefined {
    if (this.#failure !== undefined) {
      return `The last backup could not be made. ${this.#failure.sentence}`
    }
    // One that was due while no server ran is late from this start on.
    const now = this.#deps.clock()
    const dueAt = Math.max(lastAt === null ? 0 : lastAt + everyMs, this.#startedAt ?? now)
    if (now - dueAt <= MAX_LATE_MS) return undefined
    return 'The last backup is older than BACKUP_EVERY asks for. Look at BACKUP_DIR and its disk.'
  }

  #findNextDue(): number | undefined {
    const { backupSchedule, clock } = this.#deps
    if (backupSchedule === undefined) return undefined
    if (this.#failure !== undefined) return this.#failure.retryAt
    return this.#lastAt === undefined ? clock() : this.#lastAt + backupSchedule.everyMs
  }

  /** Packs first: what waits for that is as large as the database, and there is no other copy. */
  async #workOff(): Promise<void> {
    const { upgradeBackups } = this.#deps
    const before = upgradeBackups?.problem
    await upgradeBackups?.pack(this.#stop.signal)
    if (upgradeBackups?.problem !== before) this.#onChanged()
    await this.#makeDue()
  }

  async #makeDue(): Promise<void> {
    const { backupSchedule, installationId, clock, logger } = this.#deps
    if (backupSchedule === undefined) return
    const place = { folder: backupSchedule.folder, installationId }
    const now = clock()
    // The last one that was made counts if the folder cannot be read, or was emptied.
    this.#lastAt = (await findNewest(place, now)) ?? this.#lastAt
    const due = this.#findNextDue()
    if (due === undefined || due > now) return
    const file = nameBackup(place, now)
    const limit = AbortSignal.timeout(MAX_MAKING_MS)
    try {
      await (this.#deps.makeOne ?? runBackup)(file, AbortSignal.any([this.#stop.signal, limit]))
      this.#failure = undefined
      this.#lastAt = now
      logger.info({ file }, 'backup made')
      for (const error of await deleteOutdated(place, now)) {
        logger.warn({ err: error }, 'an older backup could not be deleted')
      }
    } catch (error) {
      if (this.#stop.signal.aborted) return
      const sentence = limit.aborted ? TOO_LONG : messageOf(error)
      this.#failure = { sentence, retryAt: clock() + RETRY_MS }
      logger.error({ err: error, file }, 'a backup could not be made')
    }
    this.#onChanged()
  }
}

function earliest(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
