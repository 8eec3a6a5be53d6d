import { inSpan } from '#server/infra/tracing/spans.ts'
import { runNamed } from '#server/infra/work-context.ts'
import { namesOf, type CheckoutRow } from '../store.ts'
import { Settler, type SettlerDeps } from './settle.ts'

/** The actions that others take with a settler. */
export type Settles = Pick<Settler, 'settle' | 'cancel'>

/**
 * Creates a settler; the log lines that it causes name the checkout and the donation, and what it
 * does are steps of the donation's trace.
 */
export function createSettler(deps: SettlerDeps): Settles {
  const settler = new Settler(deps)
  return {
    settle: (checkout, trigger, facts) =>
      within(checkout, 'settle', trigger, () => settler.settle(checkout, trigger, facts)),
    cancel: (checkout) => within(checkout, 'cancel', 'payer', () => settler.cancel(checkout)),
  }
}

function within<Result>(
  checkout: CheckoutRow,
  step: string,
  trigger: string,
  work: () => Result,
): Result {
  const attributes = { 'royale.provider': checkout.provider, 'royale.settle.trigger': trigger }
  const span = { donation: checkout.donation_id, attributes }
  return runNamed(namesOf(checkout), () => inSpan(`checkout.${step}`, span, work))
}
