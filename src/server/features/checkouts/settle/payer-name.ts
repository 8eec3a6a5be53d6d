const MAX_GRAPHEMES = 40
const MAX_BYTES = 240
const MAX_COMBINING_MARKS = 3

// Matches bidirectional controls, zero-width and other format characters, but not the zero-width
// joiner and the variation selectors that emoji and several scripts are made of.
const FORMAT_CHARACTERS = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?!\u200d|\u200c)\p{Cf}/gu
const STRAY_JOINERS =
  /^[\u200c\u200d]+|[\u200c\u200d]+$|(?<=\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|[\u200c\u200d])/gu

/** Matches most names, which need no cleaning. */
const PLAIN = /^[A-Za-z]{1,40}$/

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Returns a payer's name fit to be shown: normalised (NFC), without control, bidirectional and
 * invisible characters, of at most 40 graphemes and 240 bytes, never cut within a grapheme. Returns
 * null if nothing visible is left.
 */
export function cleanPayerName(raw: string | null): string | null {
  if (raw === null) return null
  if (PLAIN.test(raw)) return raw
  // Cut first, because normalising a very long name takes time and its end is cut anyway.
  let name = cleanOnce(raw.slice(0, 2_000))
  // Removing characters can create new ones to remove.
  for (let next = cleanOnce(name); next !== name; next = cleanOnce(name)) name = next
  return /[\p{L}\p{N}\p{Emoji_Presentation}\p{P}\p{S}]/u.test(name) ? name : null
}

function cleanOnce(text: string): string {
  const visible = text
    .normalize('NFC')
    .replace(/[\s--\ufeff]+/gv, ' ')
    .replace(FORMAT_CHARACTERS, '')
    .replace(STRAY_JOINERS, '')
    .trim()
  return firstGraphemes(visible).trim()
}

function firstGraphemes(text: string): string {
  let kept = ''
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    const grapheme = withFewMarks(segment)
    if (count === MAX_GRAPHEMES || Buffer.byteLength(kept + grapheme) > MAX_BYTES) break
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
