import { RETURN_PARAMETER } from '#contract/routes.ts'
import { recall, remember } from '../../lib/storage.ts'

/** How somebody has come back from the hosted card page. */
export type Arrival = { kind: 'checkout'; id: string } | { kind: 'cancelled' }

const PENDING_KEY = 'pending-checkout'
const CELEBRATED_KEY = 'celebrated-checkouts'

/**
 * Reads how the page was come to, and leaves a clean address behind. A checkout that was still
 * being confirmed when the page was loaded again is found here as well.
 */
export function takeArrival(): Arrival | undefined {
  const url = new URL(location.href)
  const checkout = url.searchParams.get(RETURN_PARAMETER.checkout)
  const cancelled = url.searchParams.has(RETURN_PARAMETER.cancelled)
  if (checkout !== null || cancelled) {
    for (const parameter of Object.values(RETURN_PARAMETER)) url.searchParams.delete(parameter)
    history.replaceState(history.state, '', url)
  }
  if (checkout) remember('tab', PENDING_KEY, checkout)
  else if (cancelled) return { kind: 'cancelled' }
  const id = recall('tab', PENDING_KEY)
  return id === null ? undefined : { kind: 'checkout', id }
}

/** The checkout's outcome has been told; loading the page again does not tell it again. */
export function settleArrival(): void {
  remember('tab', PENDING_KEY, null)
}

/** True once for each checkout of this tab's session. */
export function mayCelebrate(checkoutId: string): boolean {
  const celebrated = (recall('tab', CELEBRATED_KEY) ?? '').split(' ')
  if (celebrated.includes(checkoutId)) return false
  remember('tab', CELEBRATED_KEY, [...celebrated, checkoutId].join(' ').trim())
  return true
}
