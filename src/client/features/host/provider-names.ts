/** The names that people know the payment providers by. */
export const PROVIDER_NAMES: Record<string, string> = { stripe: 'Stripe', paypal: 'PayPal' }
