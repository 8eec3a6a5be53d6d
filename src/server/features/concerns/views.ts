import { z } from 'zod'
import { concernSchema, type Concern, type Resolution } from '#contract/concerns.ts'
import type { ConcernRow } from './store.ts'

/** The resolutions that a host may choose for a kind of concern besides dismissing it. */
const OFFERED: Record<string, readonly Resolution[]> = {
  payment_in_review: ['accept', 'refund'],
  payment_duplicate: ['refund'],
  event_parked: ['retry'],
}

const unreadableSchema = z.object({ isUnreadable: z.boolean().catch(false) })

/** Returns a concern as a host sees it. */
export function toConcern(row: ConcernRow): Concern {
  const details: unknown = JSON.parse(row.details)
  return concernSchema.parse({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    message: row.message,
    details,
    provider: row.provider,
    openedAt: toIso(row.opened_at),
    lastSeenAt: toIso(row.last_seen_at),
    endedAt: row.ended_at === null ? null : toIso(row.ended_at),
    resolution: row.resolution,
    resolvedBy: row.resolved_by,
    reason: row.reason,
    resolutions: row.ended_at === null ? findOffered(row.kind, details) : [],
  })
}

/** Returns the possible resolutions. An event that could not be read cannot be retried. */
function findOffered(kind: string, details: unknown): Resolution[] {
  const { isUnreadable } = unreadableSchema.parse(details)
  return isUnreadable ? ['dismiss'] : [...(OFFERED[kind] ?? []), 'dismiss']
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}
