import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { Board } from '#client/features/leaderboard/live/board.ts'
import type { Announcement, Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import type { World } from '../world/world.ts'

const WHOLE_BOARD = 500

/** A viewer of the board in a browser, who gets a snapshot first and then changes. */
export class Viewer {
  readonly #world: World
  readonly #name: string
  #board: Board | undefined
  #version = 0
  #violations: string[] = []

  constructor(world: World, name: string) {
    this.#world = world
    this.#name = name
  }

  /** Follows the board of a server that has just started, after a random wait. */
  async follow(leaderboard: Leaderboard): Promise<void> {
    // The server owns this effect: after a crash, viewers follow the next start.
    await this.#world.scheduler.waitForTurn(`${this.#name} comes to watch`, 'server')
    const stop = leaderboard.onChange(async (announcement) => {
      if (this.#apply(announcement)) return
      stop()
      await this.#loadSnapshot(leaderboard)
      void this.follow(leaderboard)
    })
    await this.#loadSnapshot(leaderboard)
  }

  /**
   * Returns the differences between the viewer's board and the server's, and earlier violations.
   */
  compare(page: LeaderboardPage): string[] {
    const seen = describeRows(this.#board?.copyRows() ?? [])
    const shown = describeRows(page.entries)
    if (seen === shown) return this.#violations
    return [...this.#violations, `${this.#name} sees ${seen}, the server ${shown}`]
  }

  async #loadSnapshot(leaderboard: Leaderboard): Promise<void> {
    const page = await leaderboard.page({ limit: WHOLE_BOARD })
    this.#requireNewer(page.version, { orEqual: true })
    this.#board = new Board(page)
    this.#version = page.version
  }

  /** Applies a change; returns false if a new snapshot is needed. */
  #apply({ since, version, change }: Announcement): boolean {
    if (this.#board === undefined || version <= this.#version) return true
    if (change === null || since > this.#version) return false
    this.#requireNewer(change.version, { orEqual: false })
    for (const id of change.removals) this.#board.remove(id)
    for (const entry of change.upserts) this.#board.put(entry)
    this.#version = version
    return true
  }

  #requireNewer(version: number, { orEqual }: { orEqual: boolean }): void {
    if (version > this.#version || (orEqual && version === this.#version)) return
    this.#violations.push(`${this.#name} was at version ${this.#version} and is told ${version}`)
  }
}

function describeRows(rows: readonly PublicDonation[]): string {
  return rows.map(({ id, name, amountCents }) => `${id} ${name} ${amountCents}`).join(', ')
}
