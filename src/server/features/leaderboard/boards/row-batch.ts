import type { RankKey } from '#server/features/ledger/ledger.ts'
import { MAX_ANNOUNCED_ROWS } from '../change-batch.ts'

/** The rows of a board that have changed since the last announcement. */
export class RowBatch {
  /** The version of the last announcement. */
  since = 0
  /** True if the name or the message of an earlier announcement must not be sent again. */
  retracts = false
  /** True if another span has begun since. */
  resets = false
  readonly #rows = new Map<string, RankKey | null>()
  #tooMany = false

  /** Adds a row by its id, with its key now; null if it is gone. */
  touch(id: string, key: RankKey | null): void {
    if (this.#tooMany) return
    this.#rows.set(id, key)
    this.#tooMany = this.#rows.size > MAX_ANNOUNCED_ROWS
  }

  /** Returns the changed rows, or undefined if they are too many to list. */
  list(): ReadonlyMap<string, RankKey | null> | undefined {
    return this.#tooMany || this.resets ? undefined : this.#rows
  }

  /** Begins a new batch after an announcement of a version. */
  clear(version: number): void {
    this.since = version
    this.retracts = false
    this.resets = false
    this.#rows.clear()
    this.#tooMany = false
  }
}
