const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns a text's characters as people count them: an emoji is one. */
export function splitGraphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
