/** The signs and letters of dollars, before or behind an amount. */
const DOLLARS = /^(?:US\$|USD|\$)\s*|\s*(?:US\$|USD|\$)$/gi

/** Numbers with commas between thousands, as `12,345.50`, or as in India, `1,00,000`. */
const BY_COMMAS = /^\d{1,3}(?:(?:,\d{3})+|(?:,\d{2})*,\d{3})(?:\.\d*)?$/

/** Numbers with points between thousands, as `12.345,50`; `1.000` alone may be one dollar. */
const BY_POINTS = /^\d{1,3}(?:(?:\.\d{3})+,\d*|(?:\.\d{3}){2,})$/

/** Numbers with spaces or apostrophes between thousands, as `12 345,50`. */
const BY_SPACES = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/

/**
 * Returns what was typed or pasted as a plain decimal. A comma alone stands for the point, as in
 * much of the world, unless it divides thousands. Empty if it is no amount in dollars, or can be
 * read in two ways.
 */
export function toDecimal(data: string): string {
  const text = data.trim().replace(DOLLARS, '')
  if (BY_COMMAS.test(text)) return text.replaceAll(',', '')
  if (BY_POINTS.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (BY_SPACES.test(text)) return text.replaceAll(/[\s'’]/g, '').replace(',', '.')
  return /^\d*[.,]?\d*$/.test(text) ? text.replace(',', '.') : ''
}

/**
 * Handles `beforeinput` of a number field. Browsers leave out what they do not read, without a word:
 * 5,50 became 550, and a pasted `$1,500` nothing. `onUnreadable` gets what is no amount.
 */
export function readDecimal(event: InputEvent, onUnreadable: (data: string) => void): void {
  const data = event.data ?? ''
  const isRead = data.length <= 1 ? data !== ',' : /^\d*\.?\d*$/.test(data)
  if (!event.cancelable || isRead) return
  event.preventDefault()
  const plain = toDecimal(data)
  if (plain === '') onUnreadable(data)
  // oxlint-disable-next-line typescript/no-deprecated -- alone writes at a number field's caret, which is hidden.
  else document.execCommand('insertText', false, plain)
}
