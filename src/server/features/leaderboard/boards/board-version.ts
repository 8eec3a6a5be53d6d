import type { CountedSpan } from '#server/features/ledger/ledger.ts'

/** The zones' offsets are whole quarters of an hour, and so are the beginnings of spans. */
const QUARTER_MS = 15 * 60_000

/** More than the versions that a change feed will ever have. */
const VERSIONS_A_SPAN = 1_000_000_000

/**
 * Returns the version of a board that shows a span as it is at a version of the change feed. It
 * grows with both, is the same on all nodes, and names one state of the board: so a viewer who
 * returns with the last version of yesterday gets today's board.
 */
export function toBoardVersion({ start }: CountedSpan, feedVersion: number): number {
  const quarter = Math.max(0, Math.floor(start / QUARTER_MS))
  return quarter * VERSIONS_A_SPAN + feedVersion
}
