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
  if (amountCents === undefined) return { text, ...describeText(typed) }
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

/** Describes why the text is no amount. */
function describeText(text: string): { problem: string; isFinal: boolean } {
  if (text === '') return { problem: 'Please enter an amount, such as 5.00.', isFinal: false }
  if (text.startsWith('-')) {
    return { problem: 'The amount cannot be negative.', isFinal: true }
  }
  if (/\.\d{3}/.test(text)) {
    return { problem: 'Please use at most two decimals, such as 5.25.', isFinal: true }
  }
  if (/^[\d.]+e/i.test(text)) {
    return { problem: 'Please write the amount out, such as 1000.00.', isFinal: true }
  }
  return { problem: 'Please use digits and a point alone, such as 5.00.', isFinal: false }
}
