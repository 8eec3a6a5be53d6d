const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The letters that stand for a name: those of its first and last word, or one sign where the
 * script knows no capitals (or the name is an emoji), since there initials are not a custom.
 */
export function findInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstGrapheme(words[0] ?? '')
  const last = words.length > 1 ? firstGrapheme(words.at(-1) ?? '') : ''
  return isCased(first) && isCased(last) ? first + last : first
}

function firstGrapheme(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment.toLocaleUpperCase('en')
  return ''
}

function isCased(letter: string): boolean {
  return letter.toLocaleLowerCase('en') !== letter
}
