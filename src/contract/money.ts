/** The one currency of the product, as ISO 4217 writes it. */
export const CURRENCY = 'USD'

/** The least donation, in cents. */
export const MIN_DONATION_CENTS = 100

/**
 * The most that any host may allow for one donation, in cents: Stripe takes no larger charge.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const MAX_DONATION_CENTS = 99_999_999

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/**
 * Cents of a plain decimal amount such as `"5"`, `"5.5"` or `"5.00"`; undefined for anything else
 * (signs, exponents, separators, more than two decimals).
 */
export function parseDecimal(text: string): number | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, dollars = '', fraction = ''] = match
  return Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
}

/** The decimal string that providers and amount fields want: 500 cents are `"5.00"`. */
export function formatDecimal(amountCents: number): string {
  const cents = String(amountCents % 100).padStart(2, '0')
  return `${Math.trunc(amountCents / 100)}.${cents}`
}

// Written in the page's own language, not the reader's: a German browser's "1.234,56 $" would read
// oddly within English sentences.
const amounts = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY })

/** Cents as people read them: 123456 are `$1,234.56`. */
export function formatAmount(amountCents: number): string {
  return amounts.format(amountCents / 100)
}
