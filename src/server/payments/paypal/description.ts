import type { ProviderDescription } from '../description.ts'

/** Origins of the wallet's script. https://developer.paypal.com/sdk/js/configuration/ */
export const PAYPAL_SDK = {
  live: 'https://www.paypal.com',
  test: 'https://www.sandbox.paypal.com',
}

export const PAYPAL: ProviderDescription = {
  label: 'PayPal',
  wayToPay: 'PayPal',
  paymentNoun: 'order',
  forgetsPayments: true,
}
