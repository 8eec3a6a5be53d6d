import type { LeaderboardEntry } from '#contract/leaderboard.ts'

/** The position of each row when this page first saw it; see `BoardView`. */
export class FirstPositions {
  readonly byId = new Map<string, number | null>()

  record(id: string, position: number | null): void {
    if (!this.byId.has(id)) this.byId.set(id, position)
  }

  /** Records a new board's positions; rows younger than all `seen` before have come since. */
  recordBoard(entries: readonly LeaderboardEntry[], seen: string): void {
    for (const { id, position, timestamp } of entries) {
      this.record(id, seen !== '' && timestamp > seen ? null : position)
    }
  }
}
