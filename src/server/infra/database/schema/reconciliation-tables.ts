import type { ProviderName } from '#contract/checkout-states.ts'

/** The time up to which a provider's own lists have been read, Unix ms by the provider's clock. */
export interface ReconcileMarksTable {
  provider: ProviderName
  seen_until: number
  /** The account whose lists they were; null if it was not known. */
  provider_account: string | null
  /**
   * The last checkout of the paid ones that was asked about because no list contains its later
   * changes any more; empty at the beginning, null when none is to be asked about.
   */
  asked_until: string | null
}

/**
 * Money that was taken for a checkout in addition to its own payment, and is still with the
 * provider.
 */
export interface DuplicatePaymentsTable {
  provider: ProviderName
  /** The provider's session or order. */
  payment_ref: string
  checkout_id: string
  capture_id: string
  left_cents: number
  /** ISO 4217 code in upper case. */
  currency: string
  livemode: 0 | 1
}
