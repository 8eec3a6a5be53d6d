import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardEntry, LeaderboardPage, Total } from '#contract/leaderboard.ts'

/** The position of each row when this page first saw it; see `BoardView`. */
export class FirstPositions {
  readonly byId = new Map<string, number | null>()

  record(id: string, position: number | null): void {
    if (!this.byId.has(id)) this.byId.set(id, position)
  }

  /** Goes on with rows under their new ids, by which `ids` has the former ones. */
  rename(ids: ReadonlyMap<string, string>): void {
    for (const [id, before] of ids) {
      const position = this.byId.get(before)
      if (position !== undefined) this.record(id, position)
    }
  }

  /** Records a new board's positions; rows younger than all `seen` before have come since. */
  recordBoard(entries: readonly LeaderboardEntry[], seen: string): void {
    for (const { id, position, timestamp } of entries) {
      this.record(id, seen !== '' && timestamp > seen ? null : position)
    }
  }
}

/**
 * Returns whether a page begins anew, as a day's board does at midnight: less is raised than before,
 * and all of it since the newest row that was seen.
 */
export function isOfNextSpan(page: LeaderboardPage, before: Total, newest: string): boolean {
  const isLess = page.total.amountCents < before.amountCents
  return isLess && page.entries.every(({ timestamp }) => timestamp > newest)
}

/** Returns the latest time of entries, or `start` if that is later. */
export function newest(entries: readonly PublicDonation[], start: string): string {
  return entries.reduce((time, { timestamp }) => (timestamp > time ? timestamp : time), start)
}
