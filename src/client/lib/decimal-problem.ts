/** The reason why a text is no amount of dollars. */
export interface DecimalProblem {
  problem: string
  /** True if typing on cannot make it valid, so that the problem is told at once. */
  isFinal: boolean
}

/** Describes why a text is no amount, for a field whose amounts look like the example. */
export function describeDecimal(text: string, example: string): DecimalProblem {
  if (text === '') return { problem: `Please enter an amount, such as ${example}.`, isFinal: false }
  if (text.startsWith('-')) return { problem: 'The amount cannot be negative.', isFinal: true }
  if (/\.\d{3}/.test(text)) {
    return { problem: 'Please use at most two decimals, such as 5.25.', isFinal: true }
  }
  if (/^[\d.]+e/i.test(text)) {
    return { problem: 'Please write the amount out, such as 1000.00.', isFinal: true }
  }
  const isFinal = /[^\d.]/.test(text)
  return { problem: `Please use digits and a point alone, such as ${example}.`, isFinal }
}
