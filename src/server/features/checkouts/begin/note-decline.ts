import type { DeclinedAttempt } from '#server/payments/provider.ts'
import type { Database } from '#server/infra/database/database.ts'
import { hasTooManyDeclines } from '#server/features/card-testing/card-testing.ts'
import type { Settles } from '../settle/create-settler.ts'
import { findById, type CheckoutRow } from '../store.ts'
import type { DeclineCounter } from './decline-counter.ts'

interface DeclineDeps {
  database: Database
  declines: Pick<DeclineCounter, 'note'>
  settler: Pick<Settles, 'cancel'>
  clock: () => number
}

/** See `Checkouts.noteDecline`. */
export async function noteDecline(
  { database, declines, settler, clock }: DeclineDeps,
  { checkoutId, at }: DeclinedAttempt,
  attempt: string,
): Promise<CheckoutRow | undefined> {
  const checkout = await findById(database.reader, checkoutId)
  if (checkout === undefined) return undefined
  await declines.note(checkout, attempt, at)
  const isOver = await hasTooManyDeclines(database, checkout, clock())
  return isOver ? settler.cancel(checkout) : checkout
}
