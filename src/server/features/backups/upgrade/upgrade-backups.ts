import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '#contract/app-error.ts'
import { MAX_MAKING_MS, runBackup, TOO_LONG } from '../run-backup.ts'
import { deleteOldArchives } from './archives.ts'
import { listUpgradeBackups, UPGRADE_FOLDER, type UpgradeBackup } from './upgrade-names.ts'

export interface UpgradeBackupsDeps {
  dataDir: string
  installationId: string
  /** The folder of the archives; the snapshots are in the data folder. */
  folder: string
  clock: () => number
  logger: Logger
  /** Packs a snapshot into an archive; the program's own command by default. */
  packOne?: (file: string, signal: AbortSignal, snapshot: string) => Promise<void>
}

/** The pause after a failure, ms. */
const RETRY_MS = 10 * 60_000

/**
 * Makes archives from the snapshots that a start takes before it migrates the database, once the
 * server serves, and keeps the newest three of them.
 */
export class UpgradeBackups {
  readonly #deps: UpgradeBackupsDeps
  #failure: { sentence: string; retryAt: number } | undefined

  constructor(deps: UpgradeBackupsDeps) {
    this.#deps = deps
  }

  /** The time from which the next snapshot can be packed, Unix ms; undefined if there is none. */
  get nextAt(): number | undefined {
    if (this.#listSnapshots().length === 0) return undefined
    return this.#failure?.retryAt ?? this.#deps.clock()
  }

  /** A sentence about what is wrong; undefined if nothing is. */
  get problem(): string | undefined {
    if (this.#failure === undefined) return undefined
    return `The copy from before the last upgrade could not be packed. ${this.#failure.sentence}`
  }

  /**
   * Packs what waits, unless it failed a moment ago; never fails itself. The oldest comes first, since
   * it is the one from before everything; one that cannot be packed does not hold up the others.
   */
  async pack(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#deps
    const { retryAt = 0 } = this.#failure ?? {}
    if (clock() < retryAt) return
    const limit = AbortSignal.timeout(MAX_MAKING_MS)
    let sentence: string | undefined
    for (const snapshot of this.#listSnapshots().toReversed()) {
      try {
        await this.#packOne(snapshot, AbortSignal.any([signal, limit]))
      } catch (error) {
        if (signal.aborted) return
        sentence ??= limit.aborted ? TOO_LONG : messageOf(error)
        logger.error({ err: error }, 'the copy from before an upgrade could not be packed')
      }
      // The scheduled backups wait behind this.
      if (limit.aborted) break
    }
    this.#failure = sentence === undefined ? undefined : { sentence, retryAt: clock() + RETRY_MS }
  }

  async #packOne({ name, path }: UpgradeBackup, signal: AbortSignal): Promise<void> {
    const { folder, installationId, logger, packOne = pack } = this.#deps
    const file = join(folder, `${name}.tar.zst`)
    // It has its name only once it is whole.
    if (!existsSync(file)) await packOne(file, signal, path)
    for (const error of deleteOldArchives(folder, installationId)) {
      logger.warn({ err: error }, 'an older backup could not be deleted')
    }
    // It goes last, so that nothing is left to do once no snapshot waits.
    rmSync(path, { recursive: true })
    logger.info({ file }, 'backup from before the upgrade made')
  }

  #listSnapshots(): UpgradeBackup[] {
    const { dataDir, installationId } = this.#deps
    const all = listUpgradeBackups(join(dataDir, UPGRADE_FOLDER), installationId)
    return all.filter(({ isArchive }) => !isArchive)
  }
}

async function pack(file: string, signal: AbortSignal, snapshot: string): Promise<void> {
  await runBackup(file, signal, ['--of', snapshot])
}
