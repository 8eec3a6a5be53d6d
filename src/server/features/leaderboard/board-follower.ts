import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { readFeed, readTop, type BoardChange } from '#server/features/ledger/ledger.ts'
import { Announcer, type AnnouncerDeps } from './announcer.ts'
import { Board } from './board.ts'
import { readBoardState } from './board-state.ts'
import { ChangeBatch } from './change-batch.ts'
import { LastChange, LostChangesError } from './lost-changes.ts'
import { SnapshotRounds } from './snapshot-rounds.ts'
import { WINDOW_ROWS } from './top-window.ts'

/** The most changes of the feed that one round takes. */
export const CHANGES_A_ROUND = 5_000

export interface FollowerDeps extends Pick<AnnouncerDeps, 'announce'> {
  database: Database
  /** The mode whose donations are on the board. */
  livemode: Livemode
  /** Called with the time of each donation that is new on the board, Unix ms. */
  onArrival?: ((timestamp: number) => void) | undefined
  /** Called with the error of a catch-up that no caller waits for. */
  report: (error: unknown) => void
  /** Called when the database has lost changes that are on the board; the process must end. */
  onLostChanges: (error: LostChangesError) => void
}

/** Loads the board from the database and returns its follower. */
export async function startFollower(deps: FollowerDeps): Promise<BoardFollower> {
  const { livemode } = deps
  const board = await deps.database.readSnapshot(
    async (snapshot) => new Board(await readBoardState(snapshot, livemode)),
  )
  return new BoardFollower(board, deps)
}

/** Keeps a board up to date. Only a round changes it, so board and snapshot always agree. */
export class BoardFollower {
  readonly board: Board
  readonly #deps: FollowerDeps
  readonly #batch: ChangeBatch
  readonly #rounds: SnapshotRounds
  readonly #announcer: Announcer
  readonly #last: LastChange

  constructor(board: Board, deps: FollowerDeps) {
    this.board = board
    this.#deps = deps
    this.#batch = new ChangeBatch(board.version)
    this.#last = new LastChange(board.version)
    this.#rounds = new SnapshotRounds(deps.database, {
      follow: (snapshot) => this.#follow(snapshot),
      followAlone: (reader) => this.#followAlone(reader),
      finish: (snapshot) => this.#announceBatch(snapshot),
    })
    this.#announcer = new Announcer({
      ...deps,
      onReady: () => {
        if (!this.#batch.isEmpty) this.catchUp().catch(deps.report)
      },
    })
  }

  /** Applies every change that was committed before the call. */
  catchUp(): Promise<void> {
    return this.#rounds.catchUp()
  }

  /** Runs `read` on a snapshot of the version that the board has at that moment. */
  ask<Result>(read: (snapshot: Reader) => Promise<Result>): Promise<Result> {
    return this.#rounds.ask(read)
  }

  close(): Promise<void> {
    return this.#rounds.close()
  }

  /** Returns whether the board has caught up. */
  async #follow(snapshot: Reader): Promise<boolean> {
    if (!(await this.#applyFeed(snapshot))) return false
    const { window, livemode } = this.board
    if (window.needsFill) window.fill(await readTop(snapshot, { livemode, limit: WINDOW_ROWS }))
    return true
  }

  /** Applies the changes while announcements pause. */
  async #followAlone(reader: Reader): Promise<boolean> {
    if (!this.#announcer.isPausing) return false
    const isUpToDate = await this.#applyFeed(reader)
    // If the pause has ended meanwhile, it did not know these changes.
    return isUpToDate && !this.board.window.needsFill && !this.#mayAnnounce
  }

  async #applyFeed(snapshot: Reader): Promise<boolean> {
    const changes = await this.#readNew(snapshot)
    for (const change of changes) {
      this.board.apply(change)
      this.#batch.add(change)
      // A later change of a donation has a version of its own.
      if (change.row?.sequence === change.version) this.#deps.onArrival?.(change.row.timestamp)
    }
    return changes.length < CHANGES_A_ROUND
  }

  async #readNew(reader: Reader): Promise<readonly BoardChange[]> {
    const { livemode } = this.board
    const { before } = this.#last
    const changes = await readFeed(reader, { livemode, after: before, limit: CHANGES_A_ROUND + 1 })
    try {
      return await this.#last.takeNew(reader, changes)
    } catch (error) {
      if (error instanceof LostChangesError) this.#deps.onLostChanges(error)
      throw error
    }
  }

  async #announceBatch(snapshot: Reader): Promise<void> {
    if (!this.#mayAnnounce) return
    this.#announcer.send(await this.#batch.announce(this.board, snapshot))
  }

  get #mayAnnounce(): boolean {
    return !this.#batch.isEmpty && !this.#announcer.isPausing
  }
}
