import type { ProviderName } from '#contract/checkout-states.ts'

/** Up to when a provider's own lists have been read, Unix ms by the provider's clock. */
export interface ReconcileMarksTable {
  provider: ProviderName
  seen_until: number
  /** Names the account whose lists they were; null where nobody knew. */
  provider_account: string | null
  /**
   * Up to which checkout all that are paid have been asked about, because no list tells any more what
   * became of them; empty at the beginning, null where nothing is to be asked about.
   */
  asked_until: string | null
}

/** Money that was taken for a checkout besides its own payment, and is still with the provider. */
export interface DuplicatePaymentsTable {
  provider: ProviderName
  /** The session or order. */
  payment_ref: string
  checkout_id: string
  capture_id: string
  left_cents: number
  /** ISO 4217, upper case. */
  currency: string
  livemode: 0 | 1
}
