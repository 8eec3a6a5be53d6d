import { describeDecimal } from '#client/lib/decimal-problem.ts'
import { parseDecimal, formatAmount } from '#contract/money.ts'
import type { PublicConfig } from '#contract/config.ts'

type Limits = PublicConfig['limits']

/** The amount field's text: with the cents if it is valid, or with what is wrong with it. */
export type Amount =
  | { text: string; amountCents: number; problem?: undefined; isFinal?: undefined }
  | {
      text: string
      amountCents?: undefined
      problem: string
      /** True if typing on cannot make it valid, so that the problem is told at once. */
      isFinal: boolean
    }

const TOO_LONG = /^\d{13,}(?:\.\d{1,2})?$/

/** Parses and validates the text. The server checks again, and its check decides. */
export function readAmount(text: string, { minCents, maxCents }: Limits): Amount {
  const typed = completeDecimal(text.trim())
  // More digits than are parsed are too much in any case.
  const amountCents = TOO_LONG.test(typed) ? Number.MAX_SAFE_INTEGER : parseDecimal(typed)
  if (amountCents === undefined) return { text, ...describeDecimal(typed, '5.00') }
  if (amountCents < minCents) {
    return { text, problem: `The smallest donation is ${formatAmount(minCents)}.`, isFinal: false }
  }
  if (amountCents > maxCents) {
    return { text, problem: `The largest donation is ${formatAmount(maxCents)}.`, isFinal: true }
  }
  return { text, amountCents }
}

/** Writes a decimal in full that begins or ends with its point, as `.5` and `5.` do. */
function completeDecimal(text: string): string {
  return text.replace(/^\.(?=\d)/, '0.').replace(/(?<=\d)\.$/, '')
}
