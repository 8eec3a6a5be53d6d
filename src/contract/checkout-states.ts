/** The states of an attempt to pay; `paid` is final, and others may still become `paid`. */
export const CHECKOUT_STATES = [
  'created',
  'awaiting_payer',
  'processing',
  'paid',
  'failed',
  'expired',
  'cancelled',
  'review',
] as const

export type CheckoutState = (typeof CHECKOUT_STATES)[number]

/** The reason of the error for a capture of a cancelled payment. */
export const PAYMENT_CANCELLED = 'PAYMENT_CANCELLED'

export const PROVIDERS = ['stripe', 'paypal'] as const

export type ProviderName = (typeof PROVIDERS)[number]
