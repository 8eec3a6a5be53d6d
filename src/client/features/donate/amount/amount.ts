import { formatDecimal, parseDecimal, formatAmount } from '#contract/money.ts'
import type { PublicConfig } from '#contract/config.ts'

type Limits = PublicConfig['limits']

/** What was typed into the amount field: cents that may be sent, or what is wrong with it. */
export type Amount =
  | { text: string; amountCents: number; problem?: undefined }
  | { text: string; amountCents?: undefined; problem: string }

/** The server checks again, and is the one that counts. */
export function readAmount(text: string, { minCents, maxCents }: Limits): Amount {
  const amountCents = parseDecimal(text.trim())
  if (amountCents === undefined) {
    return { text, problem: 'Please enter an amount in dollars and cents, such as 5.00.' }
  }
  if (amountCents < minCents) {
    return { text, problem: `The smallest donation is ${formatAmount(minCents)}.` }
  }
  if (amountCents > maxCents) {
    return { text, problem: `The largest donation is ${formatAmount(maxCents)}.` }
  }
  return { text, amountCents }
}

/** The amount as the field first shows it. */
export function defaultAmount(limits: Limits): Amount {
  return readAmount(formatDecimal(limits.defaultCents), limits)
}
