import { resume, type BeginDeps } from '../begin/begin.ts'
import { requireProvider } from '../providers.ts'
import type { Settles } from './create-settler.ts'
import { cancelIfRefused } from '../spending/cancel-refused.ts'
import { unchanged, type Settlement } from './settlement.ts'
import type { CheckoutRow } from '../store.ts'
import { isElsewhere } from './unknown-payment.ts'

/** See `Checkouts.reconcile`. */
export async function reconcile(
  deps: BeginDeps,
  settler: Settles,
  checkout: CheckoutRow,
): Promise<Settlement> {
  const isCutOff = checkout.state === 'created' && checkout.provider_ref === null
  const started = isCutOff ? await resume(deps, checkout) : checkout
  try {
    const settlement = await settler.settle(started, 'reconciler')
    const cancelled = await cancelIfRefused(deps, settler, settlement.checkout)
    return cancelled === undefined ? settlement : { ...settlement, checkout: cancelled }
  } catch (error) {
    // One concern stands for all payments that were made with another account; their events wait.
    const provider = requireProvider(deps.providers, started)
    if (started.state === 'paid' && isElsewhere(started, provider, error)) return unchanged(started)
    throw error
  }
}
