import type { LeaderboardChange } from '#contract/leaderboard.ts'

/** Half a minute of the busiest board: longer than a page may take to arrive. */
const MAX_CHANGES = 300

/** Keeps the latest changes, to bring a page up to date that was read before they came. */
export class RecentChanges {
  readonly #changes: LeaderboardChange[] = []
  /** The oldest version that the kept changes bring up to date: the one before their first. */
  #oldestVersion: number

  constructor(version: number) {
    this.#oldestVersion = version
  }

  add(change: LeaderboardChange): void {
    this.#changes.push(change)
    if (this.#changes.length > MAX_CHANGES)
      this.#oldestVersion = this.#changes.shift()?.version ?? this.#oldestVersion
  }

  /** Returns the changes after a version, in order; undefined if some are no longer kept. */
  after(version: number): readonly LeaderboardChange[] | undefined {
    if (version < this.#oldestVersion) return undefined
    return this.#changes.filter((change) => change.version > version)
  }
}
