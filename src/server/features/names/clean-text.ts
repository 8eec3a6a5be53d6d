const MAX_COMBINING_MARKS = 3

// Matches bidirectional controls, zero-width and other format characters, but not the zero-width
// joiner and the variation selectors that emoji and several scripts are made of.
const FORMAT_CHARACTERS = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?!\u200d|\u200c)\p{Cf}/gu
const STRAY_JOINERS =
  /^[\u200c\u200d]+|[\u200c\u200d]+$|(?<=\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|[\u200c\u200d])/gu

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The most that is kept of a text. */
export interface TextLimits {
  graphemes: number
  bytes: number
}

/**
 * Returns a text fit to be shown on one line: normalised (NFC), without control, bidirectional and
 * invisible characters, cut to the limits, never within a grapheme. Returns null if nothing visible
 * is left.
 */
export function cleanText(raw: string, limits: TextLimits): string | null {
  // Cut first, because normalising a very long text takes time and its end is cut anyway.
  let text = cleanOnce(raw.slice(0, 50 * limits.graphemes), limits)
  // Removing characters can create new ones to remove.
  for (let next = cleanOnce(text, limits); next !== text; next = cleanOnce(text, limits))
    text = next
  return /[\p{L}\p{N}\p{Emoji_Presentation}\p{P}\p{S}]/u.test(text) ? text : null
}

/**
 * Returns what is wrong with a text that is cut to its limits, as a sentence about `noun`; undefined if
 * it is whole.
 */
export function describeTooLong(
  raw: string,
  { noun, ...limits }: TextLimits & { noun: string },
): string | undefined {
  const { graphemes: most } = limits
  const whole = cleanText(raw, { graphemes: most + 1, bytes: Infinity })
  if (whole === cleanText(raw, limits)) return undefined
  if (whole !== cleanText(raw, { graphemes: most, bytes: Infinity })) {
    return `The ${noun} can have ${most} characters at most.`
  }
  return `The ${noun} is too long: some of its characters, such as emoji, take the room of several. Use fewer of them.`
}

function cleanOnce(text: string, limits: TextLimits): string {
  const visible = text
    .normalize('NFC')
    .replace(/[\s--\ufeff]+/gv, ' ')
    .replace(FORMAT_CHARACTERS, '')
    .replace(STRAY_JOINERS, '')
    .trim()
  return firstGraphemes(visible, limits).trim()
}

function firstGraphemes(text: string, limits: TextLimits): string {
  let kept = ''
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    const grapheme = withFewMarks(segment)
    const isFull = count === limits.graphemes || Buffer.byteLength(kept + grapheme) > limits.bytes
    if (isFull) break
    kept += grapheme
    count += 1
  }
  return kept
}

/** Drops all but a few combining marks: stacks of them run over the neighbouring rows of a list. */
function withFewMarks(grapheme: string): string {
  let marks = 0
  return grapheme.replace(/\p{M}/gu, (mark) => (++marks <= MAX_COMBINING_MARKS ? mark : ''))
}
