import type { ProviderDescription } from '../description.ts'

export const STRIPE: ProviderDescription = {
  label: 'Stripe',
  wayToPay: 'card',
  paymentNoun: 'session',
  forgetsPayments: false,
}
