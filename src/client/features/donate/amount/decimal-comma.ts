/** Matches a number with commas between its thousands, as `1,000` and `12,345.50`. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** Matches what typing the first comma between thousands has become at its third digit, as `1.000`. */
const TYPED_GROUP = /^[1-9]\d{0,2}\.\d{3}$/

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
 * Reads the commas of a number field. Browsers whose language has decimal points leave out a comma
 * without a word: 5,50 became 550. A comma is the point until three digits follow it.
 */
export class CommaReader {
  /** True while the point in the field was typed as a comma. */
  #isComma = false
  #lastText = ''

  /** Handles `beforeinput` of the field. */
  readonly handle = (event: InputEvent): void => {
    const { data, target } = event
    // An amount that a button has put there meanwhile has a point of its own.
    if (target instanceof HTMLInputElement && target.value !== this.#lastText) this.#isComma = false
    if (data?.includes('.') === true) this.#isComma = false
    if (!event.cancelable || data?.includes(',') !== true) return
    event.preventDefault()
    const plain = withPoint(data)
    if (plain === '') return
    // oxlint-disable-next-line typescript/no-deprecated -- alone writes at a number field's caret, which is hidden.
    document.execCommand('insertText', false, plain)
    // The browser has told of the point by now, as of any other.
    this.#isComma = plain.includes('.')
  }

  /** Returns the field's text as it is meant: without a point that was a comma before thousands. */
  toText(value: string): string {
    const isGroup = this.#isComma && TYPED_GROUP.test(value)
    if (isGroup) this.#isComma = false
    this.#lastText = isGroup ? value.replace('.', '') : value
    return this.#lastText
  }
}
