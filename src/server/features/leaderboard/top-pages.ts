import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { RankedBoard } from './leaderboard.ts'

/** The most first pages of one version that are kept, each of another length. */
const MAX_PAGES = 8

/** Keeps the first pages of a board: each is made once for a version and length. */
export class TopPages {
  readonly #leaderboard: Pick<RankedBoard, 'version' | 'top'>
  readonly #pages = new Map<number, LeaderboardPage>()
  #version = -1

  constructor(leaderboard: Pick<RankedBoard, 'version' | 'top'>) {
    this.#leaderboard = leaderboard
  }

  /** Returns the highest `limit` rows; undefined while mass changes are being read. */
  find(limit: number): LeaderboardPage | undefined {
    const { version } = this.#leaderboard
    if (version !== this.#version) this.#pages.clear()
    this.#version = version
    const page = this.#pages.get(limit) ?? this.#leaderboard.top(limit)
    if (page !== undefined && this.#pages.size < MAX_PAGES) this.#pages.set(limit, page)
    return page
  }
}
