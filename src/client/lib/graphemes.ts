/** Made when a text needs it: the first use of `Intl` takes a browser 20 to 40 ms. */
let segmenter: Intl.Segmenter | undefined

/** The first character of a word is whole where no mark can follow it. */
const PLAIN_START = /^[ -~](?:[ -~]|$)/

/** Returns the first of a text's characters as people count them; undefined of an empty one. */
export function findFirstGrapheme(text: string): string | undefined {
  return PLAIN_START.test(text) ? text[0] : splitGraphemes(text)[0]
}

/** Returns a text's characters as people count them: an emoji is one. */
export function splitGraphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
