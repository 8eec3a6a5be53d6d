/** The one currency of the product, as in ISO 4217. */
export const CURRENCY = 'USD'

/** The smallest donation, in cents. */
export const MIN_DONATION_CENTS = 100

/**
 * The most that any host may allow for one donation, in cents: Stripe takes no larger charge.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const MAX_DONATION_CENTS = 99_999_999

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/**
 * Parses a plain decimal amount such as `"5"`, `"5.5"` or `"5.00"` into cents; undefined for
 * anything else (signs, exponents, separators, more than two decimals).
 */
export function parseDecimal(text: string): number | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, dollars = '', fraction = ''] = match
  return Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Formats cents as the decimal string that providers and amount fields need: 500 as `"5.00"`. */
export function formatDecimal(amountCents: number): string {
  const cents = String(amountCents % 100).padStart(2, '0')
  return `${Math.trunc(amountCents / 100)}.${cents}`
}

/**
 * Formats cents for people: 123456 as `$1,234.56`. Always in the page's own language, not the
 * reader's: a German browser's `1.234,56 $` would look wrong within English sentences.
 */
export function formatAmount(amountCents: number): string {
  const sign = amountCents < 0 ? '-' : ''
  return `${sign}$${groupThousands(formatDecimal(Math.abs(amountCents)))}`
}

/**
 * Groups the digits before the point in thousands: `"1234.56"` as `"1,234.56"`. Without `Intl`, whose
 * first use takes a browser 20 to 40 ms, just when the page starts.
 */
export function groupThousands(decimal: string): string {
  return decimal.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}
