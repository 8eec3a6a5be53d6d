/** Matches a number with commas between its thousands, as `1,000` and `12,345.50`. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/**
 * Returns what was typed or pasted with a comma as a plain decimal: a comma alone stands for the
 * point, as in much of the world, unless it divides thousands. Empty if it can be read in two ways.
 */
export function withPoint(data: string): string {
  const text = data.trim()
  if (GROUPED.test(text)) return text.replaceAll(',', '')
  return /^\d*,\d*$/.test(text) ? text.replace(',', '.') : ''
}

/**
 * Handles `beforeinput` of a number field. Browsers whose language has decimal points leave out a
 * comma without a word: 5,50 became 550.
 */
export function readComma(event: InputEvent): void {
  const { data } = event
  if (!event.cancelable || data?.includes(',') !== true) return
  event.preventDefault()
  const plain = withPoint(data)
  // oxlint-disable-next-line typescript/no-deprecated -- alone writes at a number field's caret, which is hidden.
  if (plain !== '') document.execCommand('insertText', false, plain)
}
