import type { Schedule } from '#server/infra/schedule.ts'

/** The pause before the next try, ms. */
const RETRY_MS = 1_000

interface ClaimedWork {
  store: () => Promise<unknown>
  /** The time at which another node may do the work once more, Unix ms. */
  claimedUntil: number
  /** Returns whether another try may be waited for. */
  mayRetry: () => boolean
}

/**
 * Stores how claimed work has ended. While the database cannot be reached that is tried again until
 * the claim ends. Fails with the last error.
 */
export async function storeWhileClaimed(
  { clock, schedule }: { clock: () => number; schedule: Schedule },
  { store, claimedUntil, mayRetry }: ClaimedWork,
): Promise<void> {
  for (;;) {
    try {
      await store()
      return
    } catch (error) {
      if (!mayRetry() || clock() + RETRY_MS >= claimedUntil) throw error
      await new Promise<void>((resolve) => {
        schedule(resolve, RETRY_MS)
      })
    }
  }
}
