import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { readFeed, readTop } from '#server/features/ledger/ledger.ts'
import { Board } from './board.ts'
import { readBoardState } from './board-state.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import { ChangeBatch, type Announcement } from './change-batch.ts'
import { WINDOW_ROWS } from './top-window.ts'

const CHANGES_A_ROUND = 5_000
const READS_A_ROUND = 16

const CLOSED = 'The leaderboard is closed.'

/** The pause between two announcements: at most ten a second. */
const PAUSE_MS = 100

export interface FollowerDeps {
  database: Database
  /** The mode whose donations are on the board. */
  livemode: Livemode
  /** Sends an announcement; the next one waits until the promise has settled. */
  announce: (announcement: Announcement) => Promise<unknown>
  /** Called with the time of each donation that is new on the board, Unix ms. */
  onArrival?: ((timestamp: number) => void) | undefined
  /** Called with the error of a catch-up that no caller waits for. */
  report: (error: unknown) => void
}

interface PendingRead {
  run(snapshot: Reader): Promise<void>
  reject(error: unknown): void
}

/** Loads the board from the database and returns its follower. */
export async function startFollower(deps: FollowerDeps): Promise<BoardFollower> {
  const { livemode } = deps
  const board = await readSnapshot(
    deps.database,
    async (snapshot) => new Board(await readBoardState(snapshot, livemode)),
  )
  return new BoardFollower(board, deps)
}

/**
 * Keeps a board up to date. It works in rounds: one snapshot of the database, the changes up to it,
 * then the pending reads of the same version. Only a round changes the board, so what is read and
 * what is in memory always agree.
 */
export class BoardFollower {
  readonly board: Board
  readonly #deps: FollowerDeps
  readonly #batch: ChangeBatch
  #pendingReads: PendingRead[] = []
  #isPausing = false
  #closed = false

  constructor(board: Board, deps: FollowerDeps) {
    this.board = board
    this.#deps = deps
    this.#batch = new ChangeBatch(board.version)
  }

  /** Applies every change that was committed before the call. */
  readonly catchUp = coalesce(async () => {
    if (!this.#closed) await this.#round()
  })

  /** Runs `read` on a snapshot of the version that the board has at that moment. */
  ask<Result>(read: (snapshot: Reader) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error(CLOSED)
      this.#pendingReads.push({
        run: async (snapshot) => resolve(await read(snapshot)),
        reject,
      })
      this.#catchUpSoon()
    })
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.catchUp()])
    this.#closed = true
    for (const { reject } of this.#pendingReads.splice(0)) reject(new Error(CLOSED))
  }

  async #round(): Promise<void> {
    const reads = this.#pendingReads.splice(0, READS_A_ROUND)
    try {
      while (!(await this.#follow(reads))) await setImmediate()
    } catch (error) {
      for (const { reject } of reads) reject(error)
      throw error
    } finally {
      if (this.#pendingReads.length > 0) this.#catchUpSoon()
    }
  }

  /** Returns whether the board has caught up; only then are the pending reads done. */
  #follow(reads: readonly PendingRead[]): Promise<boolean> {
    return readSnapshot(this.#deps.database, async (snapshot) => {
      if (!(await this.#applyFeed(snapshot))) return false
      const { window, livemode } = this.board
      if (window.needsFill) window.fill(await readTop(snapshot, { livemode, limit: WINDOW_ROWS }))
      for (const { run } of reads) await run(snapshot)
      await this.#announceBatch(snapshot)
      return true
    })
  }

  async #applyFeed(snapshot: Reader): Promise<boolean> {
    const { livemode, version } = this.board
    const changes = await readFeed(snapshot, {
      livemode,
      after: version,
      limit: CHANGES_A_ROUND,
    })
    for (const change of changes) {
      this.board.apply(change)
      this.#batch.add(change)
      // A later change of a donation has a version of its own.
      if (change.row?.sequence === change.version) this.#deps.onArrival?.(change.row.timestamp)
    }
    return changes.length < CHANGES_A_ROUND
  }

  async #announceBatch(snapshot: Reader): Promise<void> {
    if (this.#batch.isEmpty || this.#isPausing) return
    const announcement = await this.#batch.announce(this.board, snapshot)
    this.#isPausing = true
    const sent = this.#deps.announce(announcement).catch(this.#deps.report)
    const pause = setTimeout(PAUSE_MS, undefined, { ref: false })
    void Promise.all([sent, pause]).then(() => this.#endPause())
  }

  #endPause(): void {
    this.#isPausing = false
    if (!this.#batch.isEmpty) this.catchUp().catch(this.#deps.report)
  }

  /** Starts a round; its failure rejects the pending reads. */
  #catchUpSoon(): void {
    this.catchUp().catch(() => undefined)
  }
}

/** Runs `read` on one snapshot of the database. */
function readSnapshot<Result>(
  database: Database,
  read: (snapshot: Reader) => Promise<Result>,
): Promise<Result> {
  return database.reader
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
