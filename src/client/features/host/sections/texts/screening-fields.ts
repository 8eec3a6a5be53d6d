import { AppError } from '#contract/app-error.ts'

/** Returns the words of a field with one word a line. */
export function parseWords(lines: string): string[] {
  return linesOf(lines)
}

/**
 * Returns the amounts of a field with one amount a line, in cents.
 * @throws {AppError} for a line that is no amount.
 */
export function parseAmounts(lines: string): number[] {
  return linesOf(lines).map((line) => {
    const match = /^\$?(\d{1,6})(?:\.(\d{2}))?$/.exec(line)
    if (match === null) {
      throw new AppError('invalid-argument', `‘${line}’ is no amount: write it like 6.66.`)
    }
    return Number(match[1]) * 100 + Number(match[2] ?? 0)
  })
}

/** Returns amounts, in cents, as lines of a field. */
export function writeAmounts(amountsCents: readonly number[]): string {
  return amountsCents.map((cents) => (cents / 100).toFixed(2)).join('\n')
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
