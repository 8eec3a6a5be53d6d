import { parseDecimal, formatAmount } from '#contract/money.ts'
import type { PublicConfig } from '#contract/config.ts'

type Limits = PublicConfig['limits']

/** The amount field's text: with the cents if it is valid, or with what is wrong with it. */
export type Amount =
  | { text: string; amountCents: number; problem?: undefined }
  | { text: string; amountCents?: undefined; problem: string }

/** Parses and validates the text. The server checks again, and its check decides. */
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
