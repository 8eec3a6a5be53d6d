import { RETURN_PARAMETER } from '#contract/routes.ts'
import { saveStep, turnBackFromCardPage } from './checkout-storage.ts'

/** Records a return from the hosted checkout, and removes its parameters from the address. */
export function recordCheckoutReturn(): void {
  const url = new URL(location.href)
  const returned = url.searchParams.get(RETURN_PARAMETER.checkout)
  const cancelled = url.searchParams.get(RETURN_PARAMETER.cancelled)
  if (returned !== null || cancelled !== null) {
    for (const parameter of Object.values(RETURN_PARAMETER)) url.searchParams.delete(parameter)
    history.replaceState(history.state, '', url)
  }
  if (returned) saveStep(returned, 'returned')
  // The tab knows the session that it left for; the address names the same checkout by another id.
  const hasTurnedBack = turnBackFromCardPage()
  if (cancelled && !hasTurnedBack) saveStep(cancelled, 'turned-back')
}
