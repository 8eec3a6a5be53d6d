import type { ObjectRef } from '#server/payments/provider.ts'
import type { CheckoutRow } from '../store.ts'

/** The facts of an event about a payment. */
export interface EventFacts {
  /** The refunds and disputes that must be among what is booked. */
  expected?: readonly ObjectRef[]
  /** The capture by which a provider may know a payment whose session or order it has forgotten. */
  captureId?: string | null
}

export interface Settlement {
  checkout: CheckoutRow
  /** True if the provider declined the payment method; the payer may choose another one. */
  declined: boolean
  /** The cents that the provider has left of the money; null while it has taken none. */
  netCents: number | null
  /** True if the whole history that was asked for could be read. */
  isWhole: boolean
  /** A sentence for how the payment differs from the checkout. */
  disagreement: string | null
}

/** Returns a settlement that found nothing new. */
export function unchanged(checkout: CheckoutRow): Settlement {
  return { checkout, declined: false, netCents: null, isWhole: true, disagreement: null }
}
