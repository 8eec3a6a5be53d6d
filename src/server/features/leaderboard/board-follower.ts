import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { Board } from './board.ts'
import { coalesce } from './coalesce.ts'
import { ChangeBatch, type Announcement } from './change-batch.ts'
import { readFeed, readHistogram, readSnapshot, readTop, readVersion } from './store.ts'
import { WINDOW_ROWS } from './top-window.ts'

const CHANGES_A_ROUND = 5_000
const QUESTIONS_A_ROUND = 16

const CLOSED = 'The leaderboard is closed.'

/** Announcements come at most ten times a second. */
const REST_MS = 100

export interface FollowerDeps {
  database: Database
  /** The mode whose donations are on the board. */
  livemode: Livemode
  /** The next announcement waits until the promise has settled. */
  announce: (announcement: Announcement) => Promise<unknown>
  /** Is told why a look that nobody waits for has failed. */
  report: (error: unknown) => void
}

interface Question {
  answer(snapshot: Reader): Promise<void>
  refuse(error: unknown): void
}

/** Loads the board as it is now. */
export async function startFollower(deps: FollowerDeps): Promise<BoardFollower> {
  const { livemode } = deps
  const board = await readSnapshot(
    deps.database,
    async (snapshot) =>
      new Board({
        livemode,
        version: await readVersion(snapshot),
        histogram: await readHistogram(snapshot, livemode),
        top: await readTop(snapshot, { livemode, limit: WINDOW_ROWS }),
      }),
  )
  return new BoardFollower(board, deps)
}

/**
 * Keeps a board up to date. It works in rounds: one snapshot of the database, the changes up to
 * it, then whatever else must be read of the same version. Only a round changes the board, so
 * what is read and what is in memory always agree.
 */
export class BoardFollower {
  readonly board: Board
  readonly #deps: FollowerDeps
  readonly #batch: ChangeBatch
  #questions: Question[] = []
  #resting = false
  #closed = false

  constructor(board: Board, deps: FollowerDeps) {
    this.board = board
    this.#deps = deps
    this.#batch = new ChangeBatch(board.version)
  }

  /** Catches up with every change that was committed before the call. */
  readonly catchUp = coalesce(async () => {
    if (!this.#closed) await this.#round()
  })

  /** Reads something of the version that the board has at that moment. */
  ask<Result>(read: (snapshot: Reader) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error(CLOSED)
      this.#questions.push({
        answer: async (snapshot) => resolve(await read(snapshot)),
        refuse: reject,
      })
      this.#catchUpSoon()
    })
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.catchUp()])
    this.#closed = true
    for (const { refuse } of this.#questions.splice(0)) refuse(new Error(CLOSED))
  }

  async #round(): Promise<void> {
    const questions = this.#questions.splice(0, QUESTIONS_A_ROUND)
    try {
      while (!(await this.#follow(questions))) await setImmediate()
    } catch (error) {
      for (const { refuse } of questions) refuse(error)
      throw error
    } finally {
      if (this.#questions.length > 0) this.#catchUpSoon()
    }
  }

  /** Answers whether the board has caught up; only then is anything else read. */
  #follow(questions: readonly Question[]): Promise<boolean> {
    return readSnapshot(this.#deps.database, async (snapshot) => {
      if (!(await this.#applyFeed(snapshot))) return false
      const { window, livemode } = this.board
      if (window.wantsFilling)
        window.fill(await readTop(snapshot, { livemode, limit: WINDOW_ROWS }))
      for (const { answer } of questions) await answer(snapshot)
      await this.#announceGathered(snapshot)
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
    }
    return changes.length < CHANGES_A_ROUND
  }

  async #announceGathered(snapshot: Reader): Promise<void> {
    if (this.#batch.isEmpty || this.#resting) return
    const announcement = await this.#batch.announce(this.board, snapshot)
    this.#resting = true
    const heard = this.#deps.announce(announcement).catch(this.#deps.report)
    const rest = setTimeout(REST_MS, undefined, { ref: false })
    void Promise.all([heard, rest]).then(() => this.#endRest())
  }

  #endRest(): void {
    this.#resting = false
    if (!this.#batch.isEmpty) this.catchUp().catch(this.#deps.report)
  }

  /** A failure reaches whoever asked. */
  #catchUpSoon(): void {
    this.catchUp().catch(() => undefined)
  }
}
