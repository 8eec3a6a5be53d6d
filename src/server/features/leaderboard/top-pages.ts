import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { Leaderboard } from './leaderboard.ts'

/** The most first pages of one version that are kept, each of another length. */
const MAX_PAGES = 8

/**
 * Keeps the first pages of the board as they are sent: each is made once for a version and length,
 * and written as JSON once.
 */
export class TopPages {
  readonly #leaderboard: Pick<Leaderboard, 'version' | 'top'>
  readonly #pages = new Map<number, LeaderboardPage>()
  readonly #json = new WeakMap<LeaderboardPage, Buffer>()
  #version = -1

  constructor(leaderboard: Pick<Leaderboard, 'version' | 'top'>) {
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

  /** Returns a page as JSON, in the bytes that are sent. */
  readonly serialize = (page: LeaderboardPage): Buffer => {
    const known = this.#json.get(page)
    if (known !== undefined) return known
    const json = Buffer.from(JSON.stringify(page))
    this.#json.set(page, json)
    return json
  }
}
