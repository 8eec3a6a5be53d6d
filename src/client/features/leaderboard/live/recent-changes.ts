import type { LeaderboardChange } from '#contract/leaderboard.ts'

/** Half a minute of the busiest board: longer than a page may take to arrive. */
const MAX_CHANGES = 300

/** The latest changes, kept to bring a page up to date that was read before they came. */
export class RecentChanges {
  readonly #changes: LeaderboardChange[] = []
  /** The version that the first of the kept changes builds upon. */
  #base: number

  constructor(version: number) {
    this.#base = version
  }

  add(change: LeaderboardChange): void {
    this.#changes.push(change)
    if (this.#changes.length > MAX_CHANGES)
      this.#base = this.#changes.shift()?.version ?? this.#base
  }

  /** In order; undefined where changes after that version may be among those let go. */
  after(version: number): readonly LeaderboardChange[] | undefined {
    if (version < this.#base) return undefined
    return this.#changes.filter((change) => change.version > version)
  }
}
