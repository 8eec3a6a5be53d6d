import type { CountedSpan } from '#server/features/ledger/ledger.ts'

/** Spans begin at whole seconds, those of rounds at any. */
const SECOND_MS = 1_000

/**
 * More than the versions that a change feed has in a second. The version of a year as far as 2100
 * stays below 2^53.
 */
const VERSIONS_A_SECOND = 2_000_000

/**
 * Returns the version of a board that shows a span as it is at a version of the change feed. It
 * grows with both, is the same on all nodes, and names one state of the board: so a viewer who
 * returns with the last version of yesterday gets today's board.
 */
export function toBoardVersion({ start }: CountedSpan, feedVersion: number): number {
  const second = Math.max(0, Math.floor(start / SECOND_MS))
  return second * VERSIONS_A_SECOND + feedVersion
}
