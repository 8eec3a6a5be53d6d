import { readClaim } from '../claims.ts'
import type { OwnedOrder } from './api/schemas.ts'
import type { CheckoutClaim } from '../provider.ts'

/**
 * Returns the checkout that an order names; also undefined for a kind of order that we never
 * create.
 */
export function readOrderClaim(
  { intent, purchase_units }: OwnedOrder,
  ownIds: ReadonlySet<string>,
): CheckoutClaim | undefined {
  const [unit, ...others] = purchase_units ?? []
  const isOurKind = others.length === 0 && (intent ?? 'CAPTURE') === 'CAPTURE'
  return isOurKind ? readClaim(unit?.custom_id ?? '', ownIds) : undefined
}
