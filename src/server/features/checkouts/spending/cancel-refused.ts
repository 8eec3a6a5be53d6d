import { logFailure } from '#server/infra/log-failure.ts'
import type { BeginDeps } from '../begin/begin.ts'
import type { Settles } from '../settle/create-settler.ts'
import { findAwaitingPayer, namesOf, type CheckoutRow } from '../store.ts'
import { judgeBegun } from './judge.ts'

type CancelDeps = Pick<BeginDeps, 'database' | 'spendingPolicy' | 'clock' | 'logger'>

/** See `Checkouts.cancelRefused`. */
export async function cancelRefused(
  deps: CancelDeps,
  settler: Pick<Settles, 'cancel'>,
  userId: string,
): Promise<void> {
  for (const checkout of await findAwaitingPayer(deps.database.reader, userId)) {
    try {
      await cancelIfRefused(deps, settler, checkout)
    } catch (error) {
      logFailure(deps.logger, { error, ...namesOf(checkout) }, 'payment could not be cancelled')
    }
  }
}

/**
 * Cancels a checkout that waits for its payer if the donor's limits or pause allow it no more;
 * returns it as it is then, which is paid if the money came first. Returns undefined if it may go on.
 */
export async function cancelIfRefused(
  { database, spendingPolicy, clock }: CancelDeps,
  settler: Pick<Settles, 'cancel'>,
  checkout: CheckoutRow,
): Promise<CheckoutRow | undefined> {
  if (checkout.state !== 'awaiting_payer' || checkout.capture_asked_at !== null) return undefined
  const circumstances = { policy: spendingPolicy(), now: clock() }
  const refusal = await judgeBegun(database.reader, checkout, circumstances)
  return refusal && settler.cancel(checkout)
}
