import { setImmediate } from 'node:timers/promises'
import { AppError } from '#contract/app-error.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'

const READS_A_ROUND = 16

const CLOSED = 'The leaderboard is closed.'

/** Follows the database in rounds. */
export interface Follower {
  /** Follows the snapshot; returns false if there is more than one round takes. */
  follow(snapshot: Reader): Promise<boolean>
  /**
   * Follows by one statement, without the transaction of a snapshot, which would take three requests
   * to the database for one. Returns whether the round is over; then nothing has to be read or told.
   */
  followAlone?(reader: Reader): Promise<boolean>
  /** Called at the end of a round, when all is followed. */
  finish(snapshot: Reader): Promise<void>
}

interface PendingRead {
  run(snapshot: Reader): Promise<void>
  reject(error: unknown): void
}

/**
 * Works in rounds: one snapshot of the database, the changes up to it, then the pending reads of
 * the same version. Only a round changes what is in memory, so it always agrees with what is read.
 */
export class SnapshotRounds {
  readonly #database: Database
  readonly #follower: Follower
  #pendingReads: PendingRead[] = []
  #closed = false

  constructor(database: Database, follower: Follower) {
    this.#database = database
    this.#follower = follower
  }

  /** Applies every change that was committed before the call. */
  readonly catchUp = coalesce(async () => {
    if (!this.#closed) await this.#round()
  })

  /** Runs `read` on a snapshot of the version that is in memory at that moment. */
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
      if (reads.length === 0 && (await this.#followAlone())) return
      while (!(await this.#follow(reads))) await setImmediate()
    } catch (error) {
      for (const { reject } of reads) reject(error)
      throw error
    } finally {
      if (this.#pendingReads.length > 0) this.#catchUpSoon()
    }
  }

  async #followAlone(): Promise<boolean> {
    return (await this.#follower.followAlone?.(this.#database.reader)) ?? false
  }

  /** Returns whether all is followed; only then are the pending reads done. */
  #follow(reads: readonly PendingRead[]): Promise<boolean> {
    return this.#database.readSnapshot(async (snapshot) => {
      if (!(await this.#follower.follow(snapshot))) return false
      for (const { run } of reads) await run(snapshot)
      await this.#follower.finish(snapshot)
      return true
    })
  }

  /** Starts a round; its failure rejects the pending reads. */
  #catchUpSoon(): void {
    this.catchUp().catch(() => undefined)
  }
}

/** Awaits work with the database; its failure is `unavailable`. */
export async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The leaderboard cannot be read now: try again in a moment.',
      {
        cause,
      },
    )
  }
}
