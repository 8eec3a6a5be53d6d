import type { Database } from '#server/infra/database/database.ts'
import { admit, ProofNeededError, requireAdmitted } from './admission.ts'
import type { Admission } from './admission.ts'
import type { CardTesting } from './create-card-testing.ts'
import { noteDeclines } from './declines.ts'
import { CEILING_MS, MAX_DECLINES, MAX_DECLINES_OF_CHECKOUT, WINDOW_MS } from './limits.ts'
import type { VerifiedProof } from './proof-of-work.ts'
import { countDeclinesOfCheckout, lockAccounts, tallyDeclines } from './store.ts'
import type { TallyCheckouts } from './past.ts'
import type { TallySpan } from './store.ts'

// The database writer's thread loads this file, so it imports little: see `create-card-testing.ts`
// for the rest.

/**
 * Returns whether a checkout must be closed, because too many attempts within it or of its account
 * were declined. Counting the account, too, keeps people from opening many checkouts before the
 * first decline, and trying their cards in all of them.
 */
export async function hasTooManyDeclines(
  { reader }: Database,
  checkout: { id: string; user_id: string },
  now: number,
): Promise<boolean> {
  if ((await countDeclinesOfCheckout(reader, checkout.id)) >= MAX_DECLINES_OF_CHECKOUT) return true
  const span = { since: now - CEILING_MS, recently: now - WINDOW_MS }
  const declines = await tallyDeclines(reader, [checkout.user_id], span)
  return (declines.get(checkout.user_id)?.total ?? 0) >= MAX_DECLINES
}

export {
  admit,
  lockAccounts,
  MAX_DECLINES_OF_CHECKOUT,
  noteDeclines,
  ProofNeededError,
  requireAdmitted,
}
export type { Admission, CardTesting, TallyCheckouts, TallySpan, VerifiedProof }
