import type { BoardSpan } from '#contract/boards.ts'
import type { TimeSpan } from '#server/infra/time-span.ts'

/** Returns the instants of a board's span as the contract has them; null for all time. */
export function toInstants(kind: BoardSpan, span: TimeSpan | undefined) {
  if (span === undefined || kind === 'all-time') return { startsAt: null, endsAt: null }
  const { start, end } = span
  return { startsAt: new Date(start).toISOString(), endsAt: new Date(end).toISOString() }
}
