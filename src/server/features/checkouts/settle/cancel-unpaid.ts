import { AppError } from '#contract/app-error.ts'
import type { Database } from '#server/infra/database/database.ts'
import { requireCheckout, type CheckoutRow } from '../store.ts'
import { cancelUnasked } from './capture-store.ts'

const RETRY_AFTER_S = 2

/**
 * Cancels a checkout of which the provider has no money; returns it as it is afterwards. Fails with
 * `unavailable` while a node, this one or another, has asked for the money and does not know whether
 * it was taken: then nobody can say that nothing is charged.
 */
export async function cancelUnpaid(
  { database, clock }: { database: Database; clock: () => number },
  { id }: CheckoutRow,
): Promise<CheckoutRow> {
  await database.write(cancelUnasked, { id, at: clock() })
  const now = await requireCheckout(database.reader, id)
  if (now.state !== 'awaiting_payer') return now
  throw new AppError(
    'unavailable',
    'Your payment is just being taken, so it cannot be cancelled. Please try again in a moment.',
    { retryAfterS: RETRY_AFTER_S },
  )
}
