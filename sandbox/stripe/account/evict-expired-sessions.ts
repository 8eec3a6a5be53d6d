import { StripeError } from '../errors.ts'
import type { StripeState } from '../records/records.ts'

/** The most sessions to keep; deleting the sandbox's file starts anew. */
const MAX_SESSIONS = 20_000

/**
 * Removes expired sessions once the maximum is reached; throws if all kept sessions are open or
 * paid.
 */
export function evictExpiredSessions({ sessions }: StripeState): void {
  if (sessions.size < MAX_SESSIONS) return
  for (const { id, status } of sessions.values()) {
    if (status === 'expired') sessions.delete(id)
  }
  if (sessions.size < MAX_SESSIONS) return
  throw new StripeError(
    429,
    'rate_limit_error',
    `The sandbox keeps at most ${MAX_SESSIONS} sessions: delete its file to begin anew.`,
    { code: 'rate_limit' },
  )
}
