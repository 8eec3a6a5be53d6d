import { StripeRefusal } from './errors.ts'
import type { StripeState } from './records.ts'

/** How many a sandbox keeps; deleting its file begins anew. */
const MAX_SESSIONS = 20_000

/** Forgets sessions that came to nothing; refuses where all that is kept is open or paid. */
export function makeRoom({ sessions }: StripeState): void {
  if (sessions.size < MAX_SESSIONS) return
  for (const { id, status } of sessions.values()) {
    if (status === 'expired') sessions.delete(id)
  }
  if (sessions.size < MAX_SESSIONS) return
  throw new StripeRefusal(
    429,
    'rate_limit_error',
    `The sandbox keeps at most ${MAX_SESSIONS} sessions: delete its file to begin anew.`,
    { code: 'rate_limit' },
  )
}
