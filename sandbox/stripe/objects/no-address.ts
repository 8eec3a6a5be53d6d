import type Stripe from 'stripe'

/** The address of a payer who was not asked for one. */
export const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}
