import type { CheckoutClaim, PaymentRequest } from '../provider.ts'
import type { Metadata } from './schemas.ts'

/** Returns the metadata that our objects have at Stripe. */
export function writeMetadata(
  installationId: string,
  {
    checkoutId,
    donationId,
    accountId,
  }: Pick<PaymentRequest, 'checkoutId' | 'donationId' | 'accountId'>,
): Record<string, string> {
  return {
    installation_id: installationId,
    checkout_id: checkoutId,
    donation_id: donationId,
    account_id: accountId,
  }
}

/**
 * Returns the checkout that an object's metadata names; undefined if it belongs to other software
 * or another installation.
 */
export function readMetadata(
  metadata: Metadata,
  ownIds: ReadonlySet<string>,
): CheckoutClaim | undefined {
  const { checkout_id: checkoutId, installation_id: installation } = metadata ?? {}
  if (checkoutId === undefined) return undefined
  if (installation === undefined) return { checkoutId, isMarked: false }
  return ownIds.has(installation) ? { checkoutId, isMarked: true } : undefined
}
