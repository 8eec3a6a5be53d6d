import type { LeaderboardChange } from '#contract/leaderboard.ts'

/** Half a minute of the busiest board: longer than a page may take to arrive. */
const MAX_CHANGES = 300

/** Keeps the latest changes, to bring a page up to date that was read before they came. */
export class RecentChanges {
  readonly #changes: LeaderboardChange[] = []
  /** The version before the first of the kept changes. */
  #base: number

  constructor(version: number) {
    this.#base = version
  }

  add(change: LeaderboardChange): void {
    this.#changes.push(change)
    if (this.#changes.length > MAX_CHANGES)
      this.#base = this.#changes.shift()?.version ?? this.#base
  }

  /** Returns the changes after a version, in order; undefined if some are no longer kept. */
  after(version: number): readonly LeaderboardChange[] | undefined {
    if (version < this.#base) return undefined
    return this.#changes.filter((change) => change.version > version)
  }
}
