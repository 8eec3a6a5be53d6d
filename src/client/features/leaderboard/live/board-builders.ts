import type { FirstBoard } from '#contract/first-view.ts'
import type { LeaderboardEntry, LeaderboardChange, LeaderboardPage } from '#contract/leaderboard.ts'

const FIRST_TIMESTAMP = Date.UTC(2026, 10, 21, 12)

/** Returns the time of the n-th donation: a second after the one before it. */
export function timestampOf(sequence: number): string {
  return new Date(FIRST_TIMESTAMP + sequence * 1000).toISOString()
}

/** Builds a row named for its id; a test gives only what matters to it. */
export function buildEntry(
  overrides: Partial<LeaderboardEntry> & Pick<LeaderboardEntry, 'id'>,
): LeaderboardEntry {
  return {
    position: 1,
    name: `Donor ${overrides.id}`,
    amountCents: 500,
    timestamp: timestampOf(0),
    ...overrides,
  }
}

/** Builds rows of the given amounts in cents, with ids `d1`, `d2` … in order. */
export function buildEntries(...amounts: number[]): LeaderboardEntry[] {
  return amounts.map((amountCents, index) =>
    buildEntry({
      id: `d${index + 1}`,
      position: index + 1,
      amountCents,
      timestamp: timestampOf(index),
    }),
  )
}

export function buildPage(overrides: Partial<LeaderboardPage> = {}): LeaderboardPage {
  const entries = overrides.entries ?? buildEntries(5000, 3000, 2000, 1000)
  return { version: 10, entries, total: totalOf(entries), next: null, ...overrides }
}

/** Builds a board as it comes with the document, rendered now. */
export function buildFirstBoard(overrides: Partial<LeaderboardPage> = {}): FirstBoard {
  return { ...buildPage(overrides), asOf: Date.now() }
}

export function buildChange(overrides: Partial<LeaderboardChange> = {}): LeaderboardChange {
  return {
    version: 11,
    upserts: [],
    removals: [],
    total: { count: 5, amountCents: 0 },
    ...overrides,
  }
}

function totalOf(entries: readonly LeaderboardEntry[]) {
  return {
    count: entries.length,
    amountCents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}
