import type { ObjectRef } from '#server/payments/provider.ts'
import type { CheckoutRow } from '../store.ts'

/** What an event has told of a payment. */
export interface Told {
  /** Refunds and disputes that must be among what is booked. */
  expected?: readonly ObjectRef[]
  /** By which a provider may know a payment whose session or order it has forgotten. */
  captureId?: string | null
}

export interface Settlement {
  checkout: CheckoutRow
  /** Whether the provider declined what the payer chose; they may choose something else. */
  declined: boolean
  /** What the provider has left of the money, in cents; null while it has taken none. */
  netCents: number | null
  /** Whether all that became of the money could be read, as far as it was asked for. */
  isWhole: boolean
  /** What the provider says otherwise than was agreed. */
  disagreement: string | null
}

/** Returns a settlement that has found nothing new. */
export function unchanged(checkout: CheckoutRow): Settlement {
  return { checkout, declined: false, netCents: null, isWhole: true, disagreement: null }
}
